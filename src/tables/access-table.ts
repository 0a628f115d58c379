import type { AccessChange, AccessKind } from "../access/access-set.ts";
import type { ChangeTable } from "../base/change-log.ts";
import type { Database } from "../clickhouse/database.ts";
import { insertRow } from "../clickhouse/insert-row.ts";
import { bind, sql } from "../clickhouse/sql.ts";

interface Row {
  change: number;
  writer: string;
  kind: AccessKind;
  id: number;
  /** JSON; "" if the record was deleted. */
  body: string;
}

/** Returns the access to the table `access`; schema/0010-access.sql says what a row is. */
export function accessTable(db: Database): ChangeTable<AccessChange> {
  return {
    async changesAfter(change) {
      const rows = await db.rows<Row>(sql`
        SELECT *
        FROM access
        WHERE change > ${bind("UInt64", change)}
        ORDER BY change`);
      return rows.map(({ id, body, ...row }) => {
        const content = body === "" ? null : JSON.parse(body);
        return { ...row, record: { id, content }, deleted: content === null };
      });
    },
    async append({ change, writer, kind, record: { id, content } }) {
      const body = content === null ? "" : JSON.stringify(content);
      const row: Row = { change, writer, kind, id, body };
      await insertRow(db, sql`access`, row, `access:${change}`);
      // Merges leave the newest row of each record. By themselves they may come at any time, or
      // never, and earlier rows have e-mail addresses and hashes of passwords.
      if (content === null) await db.run(sql`OPTIMIZE TABLE access FINAL`);
    },
  };
}
