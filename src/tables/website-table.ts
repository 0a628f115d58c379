import type { ChangeTable } from "../base/change-log.ts";
import { isLanguage } from "../base/languages.ts";
import type { PageRule } from "../base/page-rules.ts";
import type { Database } from "../clickhouse/database.ts";
import { insertRow } from "../clickhouse/insert-row.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import { hasEmail, type Privacy, type Website } from "../websites/website.ts";
import type { WebsiteChange } from "../websites/website-set.ts";

/** The values of the column `privacy`, which holds the index in this list. */
const privacies: readonly Privacy[] = ["public", "private", "password"];

interface Row {
  change: number;
  writer: string;
  id: number;
  deleted: boolean;
  domain: string;
  aliases: string[];
  timezone: string;
  language: string;
  privacy: number;
  password_hash: string;
  email: number;
  email_day: number;
  email_week: number;
  email_month: number;
  email_to: string[];
  email_at: number;
  exclude_bots: number;
  exclude_params: string[];
  exclude_ips: string[];
  page_rules: string;
  favorited_at: string;
  created_at: number;
  updated_at: number;
  shard: string;
  moving_to: string;
  moved_from: string[];
}

/** Returns the access to the table `websites`; schema/0001-baseline.sql says what a row is. */
export function websiteTable(db: Database): ChangeTable<WebsiteChange> {
  return {
    async changesAfter(change) {
      const rows = await db.rows<Row>(sql`
        SELECT
          * EXCEPT (created_at, updated_at),
          toUnixTimestamp(created_at) AS created_at,
          toUnixTimestamp(updated_at) AS updated_at
        FROM websites
        WHERE change > ${bind("UInt64", change)}
        ORDER BY change`);
      return rows.map(fromRow);
    },
    append: (change) => insertRow(db, sql`websites`, toRow(change), `website:${change.change}`),
  };
}

function fromRow(row: Row): WebsiteChange {
  const website: Website = {
    id: row.id,
    domain: row.domain,
    aliases: row.aliases,
    timezone: row.timezone,
    language: isLanguage(row.language) ? row.language : "en",
    privacy: privacies[row.privacy] ?? "private",
    passwordHash: row.password_hash,
    emailReports: {
      day: row.email_day === 1,
      week: row.email_week === 1,
      month: row.email_month === 1,
      to: row.email_to,
      sendAt: row.email_at,
    },
    excludeBots: row.exclude_bots === 1,
    excludeParams: row.exclude_params,
    excludeIps: row.exclude_ips,
    pageRules: JSON.parse(row.page_rules) as PageRule[],
    favoritedAt: row.favorited_at || undefined,
    createdAt: new Date(row.created_at * 1000),
    updatedAt: new Date(row.updated_at * 1000),
    placement: {
      shard: row.shard,
      movingTo: row.moving_to || undefined,
      movedFrom: row.moved_from,
    },
  };
  const { change, writer, deleted } = row;
  return { change, writer, kind: "website", record: website, deleted };
}

function toRow({
  change,
  writer,
  deleted,
  record: website,
}: WebsiteChange): Readonly<Record<keyof Row, unknown>> {
  return {
    change,
    writer,
    id: website.id,
    deleted,
    domain: website.domain,
    aliases: website.aliases,
    timezone: website.timezone,
    language: website.language,
    privacy: privacies.indexOf(website.privacy),
    password_hash: website.passwordHash,
    // Earlier releases read it.
    email: Number(hasEmail(website.emailReports)),
    email_day: Number(website.emailReports.day),
    email_week: Number(website.emailReports.week),
    email_month: Number(website.emailReports.month),
    email_to: website.emailReports.to,
    email_at: website.emailReports.sendAt,
    exclude_bots: Number(website.excludeBots),
    exclude_params: website.excludeParams,
    exclude_ips: website.excludeIps,
    page_rules: JSON.stringify(website.pageRules),
    favorited_at: website.favoritedAt ?? "",
    created_at: website.createdAt.getTime() / 1000,
    updated_at: website.updatedAt.getTime() / 1000,
    shard: website.placement.shard,
    moving_to: website.placement.movingTo ?? "",
    moved_from: website.placement.movedFrom,
  };
}
