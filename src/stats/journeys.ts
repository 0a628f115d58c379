import {
  elementText,
  elementTypeSql,
  elementValueSql,
  type Journey,
  type JourneyElement,
  journeyEnd,
  journeyTally,
  readElement,
  walksSql,
} from "../counting/journeys.ts";
import { containsSql } from "../counting/pattern.ts";
import type { JourneyStep } from "../model/journey.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import { type CsvForm, csvWithHeader, shownSql } from "./csv.ts";
import type { DayState } from "./day-state.ts";
import type { CsvReport, Report, ReportQuery } from "./report.ts";
import { tallyRowsSql } from "./tally-rows.ts";
import { countingSettings } from "./values.ts";

/** A query about journeys. They are found in the events. */
export interface JourneysQuery extends ReportQuery {
  readonly fromEvents: true;
  readonly journey: Journey;
  readonly limit: number;
  readonly offset: number;
}

/** A query for the elements that come next. */
export interface JourneyStepsQuery extends JourneysQuery {
  /** The elements that the walk has before, after its start. */
  readonly path: readonly JourneyElement[];
  /** Case-insensitive part of the value; "" matches all. */
  readonly search: string;
}

/** One page of rows, with numbers of all pages. */
export interface JourneyRows<Row> {
  readonly rows: readonly Row[];
  /** Number of rows. */
  readonly total: number;
  /** Number of visits, also of those that a search does not list. */
  readonly visits: number;
}

interface Totals {
  readonly total: number;
  readonly all_visits: number;
}

/** One page of the elements that come next in journeys. */
export const journeyStepsReport: Report<JourneyStepsQuery, JourneyRows<JourneyStep>> = {
  name: "journeys",
  count: journeySteps,
};

/** All elements that come next in journeys. */
export const journeyStepsCsvReport: CsvReport<JourneyStepsQuery & CsvForm> = {
  csv: journeyStepsCsv,
};

/** Returns one page of the elements that come next. docs/analysis.md defines the numbers. */
async function journeySteps(
  db: Database,
  query: JourneyStepsQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<JourneyRows<JourneyStep>> {
  type Row = Totals & { element: string; visits: number; share: number };
  if (days.length === 0) return { rows: [], total: 0, visits: 0 };
  const rows = await db.rows<Row>(journeyStepsSql(query, days), limits);
  // The totals come with the rows. A page without rows needs a statement for them.
  const [totals] = rows.length > 0 ? rows : await db.rows<Totals>(totalsSql(query, days), limits);
  return {
    rows: rows.map(({ element, visits, share }) => ({ ...readElement(element), visits, share })),
    total: totals?.total ?? 0,
    visits: totals?.all_visits ?? 0,
  };
}

async function journeyStepsCsv(
  db: Database,
  query: JourneyStepsQuery & CsvForm,
  days: readonly DayState[],
  limits: QueryLimits,
) {
  const columns = ["type", "value", "visits", "share"];
  const statement = sql`
    SELECT
      ${elementTypeSql(sql`element`)} AS type,
      ${shownSql(elementValueSql(sql`element`), query)} AS shown,
      visits,
      ${share} AS share
    FROM (${nextElementsSql(query, days)})
    WHERE ${listedSql(query)}
    ORDER BY ${order}
    SETTINGS ${journeySettings(days)}`;
  return csvWithHeader(db, columns, days.length === 0 ? undefined : statement, limits);
}

/** The share of all visits, with four digits after the point. */
export const share = sql`floor(visits / all_visits * 1e4 + 0.5) / 1e4`;

const order = sql`visits DESC, element ASC`;

/** Returns the statement of `journeySteps`. */
export function journeyStepsSql(query: JourneyStepsQuery, days: readonly DayState[]): Sql {
  return sql`
    SELECT element, visits, ${share} AS share, all_visits, count() OVER () AS total
    FROM (${nextElementsSql(query, days)})
    WHERE ${listedSql(query)}
    ORDER BY ${order}
    LIMIT ${bind("UInt64", query.limit)} OFFSET ${bind("UInt64", query.offset)}
    SETTINGS ${journeySettings(days)}`;
}

function totalsSql(query: JourneyStepsQuery, days: readonly DayState[]): Sql {
  return sql`
    SELECT countIf(${listedSql(query)}) AS total, sum(visits) AS all_visits
    FROM (${nextElementsSql(query, days)})
    SETTINGS ${journeySettings(days)}`;
}

function listedSql({ search }: JourneyStepsQuery): Sql {
  return search === "" ? sql`true` : containsSql(elementValueSql(sql`element`), search);
}

/** Returns the elements that come next: `element`, `visits`, and `all_visits` of them together. */
function nextElementsSql(query: JourneyStepsQuery, days: readonly DayState[]): Sql {
  const { journey, path } = query;
  const begin = bind("UInt32", journey.start === undefined ? 1 : 2);
  const depth = bind("UInt32", path.length);
  const chosen = bind("Array(String)", path.map(elementText));
  const end = bind("String", elementText(journeyEnd));
  const next = sql`if(length(walk) < ${begin} + ${depth}, ${end}, walk[${begin} + ${depth}])`;
  const hasChosen =
    path.length === 0 ? sql`` : sql`WHERE arraySlice(walk, ${begin}, ${depth}) = ${chosen}`;
  return sql`
      SELECT element, count() AS visits, sum(count()) OVER () AS all_visits
      FROM (
        SELECT ${next} AS element
        FROM (${allWalksSql(query, days)})
        ${hasChosen}
      )
      GROUP BY element`;
}

/** Returns the walks through all visits that the query counts, in a column `walk`. */
export function allWalksSql(query: JourneysQuery, days: readonly DayState[]): Sql {
  const { journey } = query;
  return walksSql(journey, tallyRowsSql(query, days, "visit", journeyTally(journey)));
}

/** Returns the settings of these statements. Blocks are small, as a day becomes several arrays. */
export function journeySettings(days: readonly DayState[]): Sql {
  return sql`
      max_block_size = 8192,
      ${countingSettings(days)},
      aggregation_in_order_max_block_bytes = 4000000`;
}
