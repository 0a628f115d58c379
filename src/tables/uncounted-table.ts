import { randomUUID } from "node:crypto";
import { dayMs } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import { insertRow } from "../clickhouse/insert-row.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import {
  noWebsite,
  type UncountedName,
  type UncountedReason,
  type UncountedTable,
  unknownNamesMax,
} from "../collect/uncounted-names.ts";

interface Row {
  readonly reason: UncountedReason;
  readonly name: string;
  readonly events: number;
  readonly lastAtS: number;
}

/** Returns the access to the table `uncounted`; schema/0011-uncounted.sql says what a row is. */
export function uncountedTable(db: Database): UncountedTable {
  const ownId = randomUUID();
  const insert = (row: object) => insertRow(db, sql`uncounted`, row, `uncounted:${randomUUID()}`);
  return {
    async save({ day, savedAtMs, names }) {
      await insert({
        day,
        process: ownId,
        saved_at: savedAtMs,
        about_website: names.map(({ websiteId }) => websiteId),
        reason: names.map(({ reason }) => reason),
        name: names.map(({ name }) => name),
        events: names.map(({ events }) => events),
        last_at: names.map(({ lastAtMs }) => Math.floor(lastAtMs / 1000)),
      });
    },

    async list(websiteId, sinceDay): Promise<UncountedName[]> {
      const rows = await db.rows<Row>(sql`
        SELECT
          reason_of_name AS reason,
          uncounted_name AS name,
          sum(events_of_name) AS events,
          toUnixTimestamp(max(last_of_name)) AS lastAtS
        FROM uncounted FINAL
        ARRAY JOIN
          about_website AS about,
          uncounted.reason AS reason_of_name,
          uncounted.name AS uncounted_name,
          uncounted.events AS events_of_name,
          uncounted.last_at AS last_of_name
        WHERE
          day >= toDate(${bind("UInt32", sinceDay)})
          AND about = ${bind("UInt32", websiteId)}
          AND reason_of_name != 'ignored'
          AND (reason_of_name, uncounted_name) NOT IN (
            SELECT
              'unknown',
              arrayJoin(name)
            FROM uncounted
            WHERE has(reason, 'ignored')
          )
        GROUP BY reason_of_name, uncounted_name
        ORDER BY lastAtS DESC, uncounted_name ASC
        LIMIT ${bind("UInt32", unknownNamesMax)}`);
      return rows.map(({ reason, name, events, lastAtS }) => {
        return { websiteId, reason, name, events: Number(events), lastAtMs: lastAtS * 1000 };
      });
    },

    async ignore(name, nowMs) {
      await insert({
        day: Math.floor(nowMs / dayMs),
        process: randomUUID(),
        saved_at: nowMs,
        about_website: [noWebsite],
        reason: ["ignored"],
        name: [name],
        events: [0],
        last_at: [Math.floor(nowMs / 1000)],
      });
    },
  };
}
