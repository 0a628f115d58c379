import { randomUUID } from "node:crypto";
import type { Audit, AuditEntry } from "../access/audit.ts";
import type { Actor } from "../base/author.ts";
import type { Database } from "../clickhouse/database.ts";
import { insertRow } from "../clickhouse/insert-row.ts";
import { bind, moment, sql } from "../clickhouse/sql.ts";

interface Row {
  at_ms: number;
  who_kind: Actor["kind"];
  who_id: number;
  who_name: string;
  what: AuditEntry["what"];
  about_website: number;
  before: string;
  after: string;
}

/** Returns the access to the table `audit`; schema/0010-access.sql says what a row is. */
export function auditTable(db: Database): Audit {
  return {
    async append({ atMs, who, what, websiteId, before, after }) {
      const row = {
        at: atMs,
        who_kind: who.kind,
        who_id: who.id ?? 0,
        who_name: who.name,
        what,
        about_website: websiteId ?? 0,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      };
      await insertRow(db, sql`audit`, row, `audit:${randomUUID()}`);
    },
    async list({ fromMs, untilMs, limit, offset }) {
      const within = sql`at >= ${moment(fromMs)} AND at < ${moment(untilMs)}`;
      const [rows, [counted]] = await Promise.all([
        db.rows<Row>(sql`
        SELECT
          * EXCEPT (at),
          toUnixTimestamp64Milli(at) AS at_ms
        FROM audit
        WHERE ${within}
        ORDER BY at DESC
        LIMIT ${bind("UInt32", limit)}
        OFFSET ${bind("UInt32", offset)}`),
        db.rows<{ total: number }>(sql`SELECT count() AS total FROM audit WHERE ${within}`),
      ]);
      return { entries: rows.map(toEntry), total: Number(counted?.total ?? 0) };
    },
  };
}

function toEntry(row: Row): AuditEntry {
  return {
    atMs: row.at_ms,
    who: { kind: row.who_kind, id: row.who_id || null, name: row.who_name },
    what: row.what,
    websiteId: row.about_website || null,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
  };
}
