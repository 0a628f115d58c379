import type { Purpose } from "../../model/choices.ts";
import type { ReadsRow } from "../../model/reads.ts";
import { exactly } from "../address/filters.ts";
import { getAllPages } from "../api/all-pages.ts";
import { purposes } from "./reads-names.ts";

/** The reads of a point in time, by purpose. */
export interface PurposesPoint {
  readonly value: string;
  readonly reads: number;
  readonly byPurpose: Readonly<Partial<Record<Purpose, number>>>;
}

/** The reads for one purpose, by day or hour. */
export interface PurposeRows {
  readonly purpose: Purpose;
  readonly rows: readonly Pick<ReadsRow, "value" | "reads">[];
}

/**
 * Returns the rows of a path with `by=day` or `by=hour` for each purpose that occurred. The API
 * counts by one property, so that each purpose is a question of its own.
 */
export async function getPurposes(path: string, signal: AbortSignal): Promise<PurposeRows[]> {
  const [address = "", query] = path.split("?");
  const pathOf = (changes: Readonly<Record<string, string>>) => {
    const params = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) params.set(name, value);
    return `${address}?${params}`;
  };
  const found = await getAllPages<ReadsRow>(pathOf({ by: "purpose" }), signal);
  const shown = purposes.filter((purpose) => found.some(({ value }) => value === purpose));
  return Promise.all(
    shown.map(async (purpose) => ({
      purpose,
      rows: await getAllPages<ReadsRow>(pathOf({ "filter[purpose]": exactly(purpose) }), signal),
    })),
  );
}

/**
 * Adds up the rows by the points in order, each of which reaches up to the next. Hours that are no
 * points lie outside of the last 24 hours.
 */
export function pointsOfPurposes(
  all: readonly PurposeRows[],
  points: readonly string[],
): PurposesPoint[] {
  const byPoint = new Map<string, Partial<Record<Purpose, number>>>();
  for (const { purpose, rows } of all) {
    for (const { value, reads } of rows) {
      const point = points.findLast((each) => each <= value);
      if (point === undefined || (value.includes("T") && point !== value)) continue;
      const sums = byPoint.get(point) ?? {};
      sums[purpose] = (sums[purpose] ?? 0) + reads;
      byPoint.set(point, sums);
    }
  }
  return [...byPoint].map(([value, byPurpose]) => {
    const reads = Object.values(byPurpose).reduce((sum, count) => sum + count, 0);
    return { value, reads, byPurpose };
  });
}
