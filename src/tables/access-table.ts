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
      return rows.map(({ body, ...row }) => ({
        ...row,
        content: body === "" ? null : JSON.parse(body),
      }));
    },
    append({ content, ...change }) {
      const row: Row = { ...change, body: content === null ? "" : JSON.stringify(content) };
      return insertRow(db, sql`access`, row, `access:${change.change}`);
    },
  };
}
