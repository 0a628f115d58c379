import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import {
  elementText,
  elementTypeSql,
  elementValueSql,
  type Journey,
  type JourneyElement,
  journeyEnd,
  journeyTally,
  walksSql,
} from "../counting/journeys.ts";
import type { JourneyStep } from "../model/journey.ts";
import { countingSettings } from "./counting-settings.ts";
import { eventsOnDays } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
import {
  hasSearched,
  type Listing,
  listingReports,
  type PagePosition,
  type RowPage,
} from "./listing.ts";
import { roundRateSql } from "./rates.ts";
import type { Report, ReportQuery } from "./report.ts";
import { tallyRowsSql } from "./tally-rows.ts";

/** A query about journeys. They are found in the events. */
export interface JourneysQuery extends ReportQuery, PagePosition {
  readonly countsFrom: "events";
  readonly journey: Journey;
}

/** A query for the elements that come next. */
export interface JourneyStepsQuery extends JourneysQuery {
  /** The elements that the walk has before, after its start. */
  readonly path: readonly JourneyElement[];
  /** Case-insensitive part of the value; "" matches all. */
  readonly search: string;
}

const { page, csv } = listingReports<JourneyStepsQuery, JourneyStep, "all_visits">(
  "journeys",
  journeyStepsListing,
);

/**
 * One page of the elements that come next in journeys, with the number of all visits.
 * docs/analysis.md defines the numbers.
 */
export const journeyStepsReport: Report<JourneyStepsQuery, RowPage<JourneyStep, "all_visits">> = {
  ...page,
  async count(db, query, days, limits) {
    const found = await page.count(db, query, days, limits);
    if (found.total > 0 || query.search === "") return found;
    // The number of visits comes with the rows, and a search may find none.
    const first = { ...query, search: "", limit: 1, offset: 0 };
    const { all_visits } = await page.count(db, first, days, limits);
    return { ...found, all_visits };
  },
};

/** All elements that come next in journeys. */
export const journeyStepsCsvReport = csv;

export function journeyStepsListing(query: JourneyStepsQuery): Listing<"all_visits"> {
  const value = elementValueSql(sql`listed.element`);
  return {
    fields: ["type", "value", "visits", "share"],
    texts: ["value"],
    derived: { type: elementTypeSql(sql`listed.element`), value, share },
    totals: { all_visits: sql`listed.all_visits` },
    rows: (days) => nextElementsSql(query, days),
    where: hasSearched(value, query),
    order: sql`listed.visits DESC, listed.element ASC`,
    settings: journeySettings,
  };
}

/** The share of all visits, with four digits after the point. */
export const share = roundRateSql(sql`listed.visits / listed.all_visits`);

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
  return walksSql(
    journey,
    tallyRowsSql(query, eventsOnDays({ ...query, days }), "visit", journeyTally(journey)),
  );
}

/** Returns the settings of these statements. Blocks are small, as a day becomes several arrays. */
export function journeySettings(days: readonly DayState[]): Sql {
  return sql`
      max_block_size = 8192,
      ${countingSettings(days)}`;
}
