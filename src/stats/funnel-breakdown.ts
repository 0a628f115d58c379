import { type Sql, sql } from "../clickhouse/sql.ts";
import type { Dimension } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../counting/dimensions.ts";
import { filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { tallyColumn, visitorDaysOf } from "../counting/visitor-days.ts";
import type { Interval } from "../model/choices.ts";
import { eventsOnDays } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
import { type FunnelQuery, funnelSettings, perStep, reachedColumn } from "./funnel.ts";
import { periodOf } from "./intervals.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";
import { roundRateSql } from "./rates.ts";

export const funnelSortKeys = ["entered", "completed", "conversion_rate", "value"] as const;

/** A query for the values of a dimension, and how far their visitors got in a funnel. */
export interface FunnelBreakdownQuery
  extends ListingQuery<(typeof funnelSortKeys)[number]>,
    Pick<FunnelQuery, "funnel"> {
  readonly countsFrom: "events";
  readonly dimension: DimensionName;
  /** The length of a value, for dimensions whose values are days. */
  readonly interval: Interval;
}

interface FunnelBreakdownRow {
  readonly value: string;
  /** Visitors with the value that reached the first step, and the last one. */
  readonly entered: number;
  readonly completed: number;
  /** `completed` as a share of `entered`, with four digits after the point. */
  readonly conversion_rate: number;
  /** Visitors with the value that reached each step; more than none reached the first. */
  readonly steps: readonly number[];
}

/** The values of a dimension, and how far their visitors got: one page of them or all. */
export const { page: funnelBreakdownReport, csv: funnelBreakdownCsvReport } = listingReports<
  FunnelBreakdownQuery,
  FunnelBreakdownRow
>("funnel breakdown", funnelBreakdownListing);

export function funnelBreakdownListing(query: FunnelBreakdownQuery): Listing {
  const { code }: Dimension = dimensions[query.dimension];
  const rate = sql`listed.completed / listed.entered`;
  return {
    fields: ["value", "entered", "completed", "conversion_rate", "steps"],
    texts: ["value"],
    lists: ["steps"],
    derived: { conversion_rate: roundRateSql(rate) },
    code,
    rows: (days) => valueStepsSql(query, days),
    where: hasSearched(sql`listed.value`, query),
    order: orderSql(query, "value", { conversion_rate: rate }),
    settings: funnelSettings,
  };
}

/**
 * Returns each value with which a visitor reached step 1: `value`, `steps`, and the numbers of the
 * first and the last step.
 */
function valueStepsSql(query: FunnelBreakdownQuery, days: readonly DayState[]): Sql {
  const { websiteId, dimension, interval, funnel, filters } = query;
  const columns = {
    ...filterDimensions(filters),
    [dimension]: dimensions[dimension],
    ...reachedColumn(funnel),
  };
  const steps = perStep(funnel, (isReached) => sql`sumIf(tally.2, ${isReached})`);
  return sql`
      SELECT
        ${periodOf(interval, sql`tally.1`)} AS value,
        ${steps} AS steps,
        steps[1] AS entered,
        steps[-1] AS completed
      FROM (
        SELECT
          tally_reached,
          arrayJoin(${tallyColumn(dimension)}) AS tally
        FROM (${visitorDaysOf(columns, eventsOnDays({ websiteId, days, filters }))})
        WHERE tally_reached > 0 AND ${passesFiltersSql(filters)}
      )
      GROUP BY value
      HAVING entered > 0`;
}
