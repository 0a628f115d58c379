import type { Stat } from "../../model/stat.ts";
import type { Metric } from "../address/website-query.ts";

/** The numbers of a chart, one for each point. Points in the future have null. */
export interface Series {
  readonly visitors: readonly (number | null)[];
  readonly pageviews: readonly (number | null)[];
}

type Row = Pick<Stat, "value" | "visitors" | "pageviews">;

/** Assigns rows to points. Points without a row are 0, or null if they are after `now`. */
export function seriesOf(points: readonly string[], rows: readonly Row[], now: string): Series {
  const byValue = new Map(rows.map((row) => [row.value, row]));
  const numberAt = (point: string, field: "visitors" | "pageviews") =>
    byValue.get(point)?.[field] ?? (point > now ? null : 0);
  return {
    visitors: points.map((point) => numberAt(point, "visitors")),
    pageviews: points.map((point) => numberAt(point, "pageviews")),
  };
}

export function sumOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** The numbers of a chart's lines: the chosen one, and page views beside visitors. */
export interface Lines {
  readonly main: readonly (number | null)[];
  readonly views: readonly (number | null)[] | undefined;
}

/**
 * Assigns rows to points. Points without a row are 0, or null if they are after `now` or if the
 * number is an average.
 */
export function linesOf(
  points: readonly string[],
  rows: readonly Stat[],
  now: string,
  metric: Metric,
): Lines {
  const byValue = new Map(rows.map((row) => [row.value, row]));
  const valuesOf = (name: Metric) =>
    points.map(
      (point) => byValue.get(point)?.[name] ?? (point > now || isAverage(name) ? null : 0),
    );
  return {
    main: valuesOf(metric),
    views: metric === "visitors" ? valuesOf("pageviews") : undefined,
  };
}

/** Returns whether a number is none of which sums make sense. */
function isAverage(name: Metric): boolean {
  return !["visitors", "visits", "pageviews"].includes(name);
}

/** Returns whether the API has a number by hour. */
export function hasHours(name: Metric): boolean {
  return name !== "views_per_visit" && name !== "engagement_seconds";
}
