import { bind, identifier, join, type Sql, sql } from "../../clickhouse/sql.ts";
import {
  type Condition,
  type Filter,
  filterDimensions,
  passesFiltersSql,
} from "../../counting/filters.ts";
import { visitorDaysOf, visitorDaysSettings } from "../../counting/visitor-days.ts";
import { withinDays } from "../../counting/website-days.ts";
import { columns } from "../../events/columns.ts";
import { type CsvForm, shownSql } from "../csv.ts";
import type { FileFormat } from "./file-format.ts";
import type { Slice } from "./slices.ts";

/** The two halves of a random key, each of 64 bits. */
export type VisitorKey = readonly [bigint, bigint];

/** The events that one statement reads, and how it shows them. */
export interface ExportedEvents extends CsvForm {
  readonly websiteId: number;
  readonly filters: readonly Filter[];
  /** The website's standing conditions. */
  readonly conditions: readonly Condition[];
  readonly format: FileFormat;
  readonly visitorKey: VisitorKey;
}

type ColumnName = (typeof columns)[number]["name"];

/** The columns of `events` that are Footfall's own business. */
const internal: readonly string[] = ["website_id"] satisfies ColumnName[];

/** The columns of an export, in their order. */
const storedColumns: readonly ColumnName[] = columns
  .map(({ name }) => name)
  .filter((name) => !internal.includes(name));
export const exportedColumns: readonly string[] = [...storedColumns, "hidden"];

/** The columns whose texts came with a request, so that `safe` has to look at them. */
const texts = new Set<string>(
  columns.flatMap(({ name, blank }) => (typeof blank === "string" ? [name] : [])),
);

/**
 * Returns the statement of a slice: one row for each event, by day, visitor and time. `events` has
 * that order, so ClickHouse writes while it reads. Buffering would double the memory for each part.
 */
export function exportSql(query: ExportedEvents, slice: Slice): Sql {
  const shown = storedColumns.map((name) => sql`${columnSql(name, query)} AS ${identifier(name)}`);
  const condition = inSlice(query.websiteId, slice);
  const isHidden = query.conditions.length === 0 ? sql`0` : passes(hiddenFilters(query), condition);
  const selected = query.filters.length === 0 ? [] : [passes(query.filters, condition)];
  return sql`
    SELECT
      ${join([...shown, sql`${isHidden} AS hidden`], ",\n      ")}
    FROM events
    WHERE ${join([condition, ...selected], "\n      AND ")}
    ORDER BY events.date, events.visitor, events.time
    SETTINGS
      optimize_read_in_order = 1,
      read_in_order_use_buffering = 0,${visitorDaysSettings},
      use_index_for_in_with_subqueries = 0`;
}

function inSlice(websiteId: number, { from, to, visitors }: Slice): Sql {
  const days = withinDays({ websiteId, from, to });
  if (visitors === undefined) return days;
  return sql`${days}
        AND events.visitor >= ${bind("UInt64", visitors.first)}
        AND events.visitor <= ${bind("UInt64", visitors.last)}`;
}

/**
 * Returns the condition that filters make: everything of the visitor days that pass them. As in all
 * statistics, engagement events alone make no visitor.
 */
function passes(filters: readonly Filter[], condition: Sql): Sql {
  return sql`(events.date, events.visitor) IN (
        SELECT date, visitor
        FROM (${visitorDaysOf(filterDimensions(filters), condition)})
        WHERE day_activity > 0
          AND ${passesFiltersSql(filters)}
      )`;
}

/** Returns the filters that select what is hidden. */
function hiddenFilters({ conditions }: ExportedEvents): readonly Filter[] {
  return [{ dimension: "conditions", conditions, selects: "hidden" }];
}

/** Returns the value of a column. Each is the same in all formats, but `props` in CSV. */
function columnSql(name: ColumnName, query: ExportedEvents): Sql {
  const column = sql`events.${identifier(name)}`;
  switch (name) {
    case "visitor": {
      const [first, second] = query.visitorKey;
      const key = sql`(${bind("UInt64", first)}, ${bind("UInt64", second)})`;
      // `hex` leaves out leading zeros.
      return sql`leftPad(lower(hex(sipHash64Keyed(${key}, ${column}))), 16, '0')`;
    }
    case "time":
      return sql`concat(replaceOne(toString(${column}), ' ', 'T'), 'Z')`;
    case "props":
      return query.format === "csv" ? sql`toJSONString(${column})` : column;
    case "revenue_amount":
      return sql`toString(${column})`;
    default:
      return query.format === "csv" && texts.has(name) ? shownSql(column, query) : column;
  }
}
