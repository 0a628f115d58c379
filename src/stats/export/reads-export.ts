import { Readable } from "node:stream";
import { identifier, join, type Sql, sql } from "../../clickhouse/sql.ts";
import { withinDays } from "../../counting/website-days.ts";
import { readProperties } from "../../events/read-row.ts";
import { shownSql } from "../csv.ts";
import type { EventExport } from "../report.ts";
import type { ExportQuery } from "./event-export.ts";
import { streamFormats } from "./file-format.ts";

const texts: readonly string[] = readProperties.slice(2);

/**
 * Returns the export of reads: a row for each hour and everything that tells its reads apart, with
 * their number. One statement writes it, as a month has few rows.
 */
export function readsExport(): EventExport<ExportQuery> {
  return {
    async open(db, query, _days, run) {
      const { format } = query;
      const rows = await db.stream(readsSql(query), streamFormats[format], run.statement());
      const write = async function* (): AsyncGenerator<Buffer> {
        if (format === "csv") yield Buffer.from(`${[...readProperties, "reads"].join(",")}\r\n`);
        yield* rows;
        await run.confirm();
      };
      return Readable.from(write(), { objectMode: false });
    },
  };
}

function readsSql(query: ExportQuery): Sql {
  const columns = readProperties.map((name) => {
    const column = sql`reads.${identifier(name)}`;
    const isShown = query.format === "csv" && texts.includes(name);
    return sql`${isShown ? shownSql(sql`toString(${column})`, query) : column} AS ${identifier(name)}`;
  });
  const keys = readProperties.map((name) => sql`reads.${identifier(name)}`);
  return sql`
    SELECT
      ${join(columns, ",\n      ")},
      sum(reads.reads) AS reads
    FROM reads
    WHERE ${withinDays(query)} AND reads.reader != ''
    GROUP BY ${join(keys, ", ")}
    ORDER BY ${join(keys, ", ")}`;
}
