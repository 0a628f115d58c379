import type { Stat } from "../api/answers.ts";

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
