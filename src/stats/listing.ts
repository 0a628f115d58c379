import { bind, identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import { containsSql } from "../counting/pattern.ts";
import { countingSettings } from "./counting-settings.ts";
import { type CsvForm, csvWithHeader, shownSql } from "./csv.ts";
import type { DayState } from "./day-state.ts";
import type { CsvReport, Report, ReportQuery, ReportSource } from "./report.ts";

/** The records of a report, as one statement that can be cut into pages. */
export interface Listing<Total extends string = never> {
  /** The fields of a record, in the order of the API. */
  readonly fields: readonly string[];
  /** The columns of CSV, if they are others. */
  readonly csvFields?: readonly string[];
  /** Those of them that are texts. */
  readonly texts: readonly string[];
  /** Those of them that are lists. CSV has them as JSON. */
  readonly lists?: readonly string[];
  /** Those of them that are no columns of `rows`, with their expressions. */
  readonly derived?: Readonly<Record<string, Sql>>;
  /** Numbers of all pages beside the number of their rows. Each is the same in every row. */
  readonly totals?: Readonly<Record<Total, Sql>>;
  /** Returns the code behind a value, if CSV has a field `code` after `value`. */
  readonly code?: (() => Sql) | undefined;
  /**
   * Returns a subquery, given the days that have events. The other parts of the listing call it
   * `listed`.
   */
  readonly rows: (days: readonly DayState[]) => Sql;
  /** The condition on rows that are listed; all are if undefined. */
  readonly where?: Sql;
  /** An order in which no two rows are equal. */
  readonly order: Sql;
  /** Returns the settings of the statement; those of counting if undefined. */
  readonly settings?: (days: readonly DayState[]) => Sql;
}

/** The position of a page in its list. */
export interface PagePosition {
  readonly limit: number;
  readonly offset: number;
}

/** A query for a page of records in a chosen order. */
export interface ListingQuery<SortKey extends string> extends ReportQuery, PagePosition {
  /** Case-insensitive part of the text that names a record; "" matches all. */
  readonly search: string;
  readonly sortBy: SortKey;
  readonly sort: "asc" | "desc";
}

/** A page of rows, with the number of rows on all pages and the other totals. */
export type RowPage<Row, Total extends string = never> = {
  readonly rows: readonly Row[];
} & Readonly<Record<"total" | Total, number>>;

/** The two reports of a listing. */
interface ListingReports<Query extends ReportQuery, Row, Total extends string> {
  /** One page of the rows. Decimal numbers are texts in it, as they are no doubles. */
  readonly page: Report<Query, RowPage<Row, Total>>;
  /** All rows. */
  readonly csv: CsvReport<Query & CsvForm>;
}

/** Returns the reports of a listing, which follows from the query. */
export function listingReports<
  Query extends ReportQuery & PagePosition,
  Row,
  Total extends string = never,
>(
  name: string,
  listingOf: (query: Query) => Listing<Total>,
  source?: ReportSource,
): ListingReports<Query, Row, Total> {
  // Without days that have events, there is nothing to ask about them.
  const isEmpty = (days: readonly DayState[]) => source === undefined && days.length === 0;
  const ofSource = source === undefined ? {} : { source };
  return {
    page: {
      name,
      ...ofSource,
      count: (db, query, days, limits) => {
        const listing = listingOf(query);
        const read = async (position: PagePosition) =>
          isEmpty(days) ? [] : db.rows<Found>(pageSql(listing, days, position), limits);
        return readPage<Row, Total>(listing, query, read);
      },
    },
    csv: {
      ...ofSource,
      csv: (db, query, days, limits) => {
        const listing = listingOf(query);
        const statement = isEmpty(days) ? undefined : csvSql(listing, days, query);
        return csvWithHeader(db, columnNames(listing), statement, limits);
      },
    },
  };
}

/** A row of `pageSql`: the fields of a record, and the totals. */
type Found = Readonly<Record<string, unknown>>;

async function readPage<Row, Total extends string>(
  listing: Listing<Total>,
  { limit, offset }: PagePosition,
  read: (position: PagePosition) => Promise<readonly Found[]>,
): Promise<RowPage<Row, Total>> {
  const rows = await read({ limit, offset });
  // The totals come with the rows. A page without rows takes them from the first page.
  const [first] = rows.length > 0 || offset === 0 ? rows : await read({ limit: 1, offset: 0 });
  const totals = Object.keys(totalsOf(listing)).map((name) => [name, first?.[name] ?? 0]);
  return {
    rows: rows.map((row) => Object.fromEntries(listing.fields.map((name) => [name, row[name]]))),
    ...Object.fromEntries(totals),
  };
}

function totalsOf({ totals }: Listing<string>): Readonly<Record<string, Sql>> {
  return { total: sql`count() OVER ()`, ...totals };
}

/** Returns the statement of a page, with the totals in each row. */
export function pageSql(
  listing: Listing<string>,
  days: readonly DayState[],
  { limit, offset }: PagePosition,
): Sql {
  return sql`
    SELECT
      ${columnsSql([...fieldsOf(listing), ...Object.entries(totalsOf(listing))])}
    ${fromSql(listing, days)}
    ORDER BY ${listing.order}
    LIMIT ${bind("UInt64", limit)} OFFSET ${bind("UInt64", offset)}
    SETTINGS ${settingsSql(listing, days)}`;
}

/** Returns the statement of all rows, in no order and without the totals. */
export function rowsSql(listing: Listing<string>, days: readonly DayState[]): Sql {
  return sql`
    SELECT
      ${columnsSql(fieldsOf(listing))}
    ${fromSql(listing, days)}
    SETTINGS ${settingsSql(listing, days)}`;
}

type NamedSql = readonly [name: string, column: Sql];

function fieldsOf(listing: Listing<string>): NamedSql[] {
  return listing.fields.map((name) => [name, fieldSql(listing, name)]);
}

function columnsSql(columns: readonly NamedSql[]): Sql {
  return join(
    columns.map(([name, column]) => sql`${column} AS ${identifier(name)}`),
    ",\n      ",
  );
}

function columnNames({ fields, csvFields = fields, code }: Listing<string>): string[] {
  return csvFields.flatMap((name) =>
    name === "value" && code !== undefined ? [name, "code"] : [name],
  );
}

/** Returns all rows. Columns get no new names, so that `code` finds the value as it is. */
function csvSql(listing: Listing<string>, days: readonly DayState[], form: CsvForm): Sql {
  const { fields, csvFields = fields, texts, lists = [], code } = listing;
  const columns = csvFields.flatMap((name) => {
    const field = fieldSql(listing, name);
    if (lists.includes(name)) return [sql`toJSONString(${field})`];
    const shown = texts.includes(name) ? shownSql(field, form) : field;
    return name === "value" && code !== undefined ? [shown, code()] : [shown];
  });
  return sql`
    SELECT
      ${join(columns, ",\n      ")}
    ${fromSql(listing, days)}
    ORDER BY ${listing.order}
    SETTINGS ${settingsSql(listing, days)}`;
}

function fieldSql({ derived }: Listing<string>, name: string): Sql {
  return derived?.[name] ?? sql`listed.${identifier(name)}`;
}

function fromSql({ rows, where }: Listing<string>, days: readonly DayState[]): Sql {
  return sql`FROM (${rows(days)}
    ) AS listed
    WHERE ${where ?? sql`true`}`;
}

function settingsSql({ settings = countingSettings }: Listing<string>, days: readonly DayState[]) {
  return settings(days);
}

/** Returns the condition that a text has what a query searches for. */
export function hasSearched(text: Sql, { search }: { readonly search: string }): Sql {
  return search === "" ? sql`true` : containsSql(text, search);
}

/**
 * Returns the order that a query asks for. Rows that are equal there are in the order of the column
 * `key`. Fields that are rounded, or no columns, are in the order of what `exact` has for them.
 */
export function orderSql(
  { sortBy, sort }: { readonly sortBy: string; readonly sort: "asc" | "desc" },
  key: string,
  exact: Readonly<Record<string, Sql>> = {},
): Sql {
  const direction = sort === "asc" ? sql`ASC` : sql`DESC`;
  const ofKey = sql`listed.${identifier(key)}`;
  if (sortBy === key) return sql`${ofKey} ${direction}`;
  const column = exact[sortBy] ?? sql`listed.${identifier(sortBy)}`;
  return sql`${column} ${direction}, ${ofKey} ASC`;
}
