import type { Readable } from "node:stream";

import type { Database, QueryLimits } from "../store/database.ts";
import { bind, identifier, join, type Sql, sql } from "../store/sql.ts";
import { type CsvForm, csvWithHeader, shownSql } from "./csv.ts";

/** The records of a report, as one statement that can be cut into pages. */
export interface Listing {
  /** The fields of a record that are columns of `rows`, in the order of the API. */
  readonly fields: readonly string[];
  /** Those of them that are texts. */
  readonly texts: readonly string[];
  /** Those of them that are decimal numbers, or null. */
  readonly decimals?: readonly string[];
  /** Returns the code behind a value, if CSV has a field `code` after `value`. */
  readonly code?: (() => Sql) | undefined;
  /** A subquery. The other parts of the listing call it `listed`. */
  readonly rows: Sql;
  /** The condition on rows that are listed. */
  readonly where: Sql;
  /** An order in which no two rows are equal. */
  readonly order: Sql;
  readonly settings: Sql;
}

/** The place of a page in its list. */
export interface PagePlace {
  readonly limit: number;
  readonly offset: number;
}

/** A page of rows, and the number of rows on all pages. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Returns a page of a listing. Decimal numbers are texts in it, as they are no doubles. */
export async function readPage<Row>(
  db: Database,
  listing: Listing,
  { limit, offset }: PagePlace,
  limits: QueryLimits,
): Promise<RowPage<Row>> {
  type Found = Row & { total: number };
  const read = (place: PagePlace) => db.rows<Found>(pageSql(listing, place), limits);
  const rows = await read({ limit, offset });
  // The total comes with the rows. A page without rows takes it from the first page.
  const [first] = rows.length > 0 || offset === 0 ? rows : await read({ limit: 1, offset: 0 });
  return { rows: rows.map(({ total: _, ...row }) => row as Row), total: first?.total ?? 0 };
}

/** Returns the statement of a page, with the number of all rows in `total`. */
export function pageSql(listing: Listing, { limit, offset }: PagePlace): Sql {
  const { decimals = [] } = listing;
  const columns = listing.fields.map((name) => {
    const column = sql`listed.${identifier(name)}`;
    const value = decimals.includes(name) ? sql`toString(${column})` : column;
    return sql`${value} AS ${identifier(name)}`;
  });
  return sql`
    SELECT
      ${join([...columns, sql`count() OVER () AS total`], ",\n      ")}
    ${restSql(listing)}
    LIMIT ${bind("UInt64", limit)} OFFSET ${bind("UInt64", offset)}
    SETTINGS ${listing.settings}`;
}

/** Returns all rows of a listing as CSV, with a header line. Without a listing there are none. */
export function readCsv(
  db: Database,
  { fields, code, ...form }: Pick<Listing, "fields" | "code"> & CsvForm,
  listing: Listing | undefined,
  limits: QueryLimits,
): Promise<Readable> {
  const names = fields.flatMap((name) =>
    name === "value" && code !== undefined ? [name, "code"] : [name],
  );
  return csvWithHeader(db, names, listing && csvSql(listing, form), limits);
}

/** Returns all rows. Columns get no new names, so that `code` finds the value as it is. */
function csvSql(listing: Listing, form: CsvForm): Sql {
  const { fields, texts, code } = listing;
  const columns = fields.flatMap((name) => {
    const column = sql`listed.${identifier(name)}`;
    const shown = texts.includes(name) ? shownSql(column, form) : column;
    return name === "value" && code !== undefined ? [shown, sql`${code()} AS code`] : [shown];
  });
  return sql`
    SELECT
      ${join(columns, ",\n      ")}
    ${restSql(listing)}
    SETTINGS ${listing.settings}`;
}

function restSql({ rows, where, order }: Listing): Sql {
  return sql`FROM (${rows}
    ) AS listed
    WHERE ${where}
    ORDER BY ${order}`;
}

/** Returns the keyword of a direction. */
export function directionSql(sort: "asc" | "desc"): Sql {
  return sort === "asc" ? sql`ASC` : sql`DESC`;
}
