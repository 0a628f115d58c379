import { Readable } from "node:stream";

import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";

/** The way in which CSV shows texts. */
export interface CsvForm {
  /** Whether texts that a spreadsheet would take for a formula get an apostrophe in front. */
  readonly isSafe: boolean;
}

/**
 * The beginning of a text that a spreadsheet takes for a formula: OWASP's list for CSV injection,
 * and full-width signs, which spreadsheets of some languages take. Blanks and invisible characters
 * may stand in front. To JavaScript, not to ClickHouse, characters that Unicode has not assigned
 * are invisible ones.
 */
const formulaBeginning = "^[\\s\\p{Z}\\p{C}]*[=+@＝＋＠－-]|^[\\t\\r\\n]";
const formulaPattern = new RegExp(formulaBeginning, "u");

/** Returns a text as CSV shows it. */
export function shownText(text: string, { isSafe }: CsvForm): string {
  return isSafe && formulaPattern.test(text) ? `'${text}` : text;
}

/** Returns the same in SQL. Order and search use the text itself. */
export function shownSql(text: Sql, { isSafe }: CsvForm): Sql {
  if (!isSafe) return text;
  return sql`if(match(${text}, ${bind("String", formulaBeginning)}), concat('\\'', ${text}), ${text})`;
}

/**
 * Returns the rows of a statement as CSV, after a line with the names of the columns. Without a
 * statement there are none.
 */
export async function csvWithHeader(
  db: Database,
  columns: readonly string[],
  statement: Sql | undefined,
  limits: QueryLimits,
): Promise<Readable> {
  const header = Buffer.from(`${columns.join(",")}\r\n`);
  if (statement === undefined) return Readable.from([header]);
  const rows = await db.csv(statement, limits);
  rows.unshift(header);
  return rows;
}
