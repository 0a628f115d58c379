import { isoDay, localDay } from "../calendar.ts";
import { type DimensionName, dimensionNames } from "../counting/dimensions.ts";
import { StartRefused } from "../errors.ts";
import { type BreakdownRow, breakdownReport } from "../stats/breakdown.ts";
import type { Statistics } from "../stats/statistics.ts";
import type { Database } from "../store/database.ts";
import { sql } from "../store/sql.ts";
import type { Website } from "../websites/website.ts";
import type { DayRows } from "./slices.ts";
import { ofWebsite } from "./tables.ts";

/** Events of the days that one query counts. */
const eventsMax = 2_000_000;
/** Values that one query returns. */
const valuesMax = 10_000;

/** A shard with its statistics. */
export interface CountedShard {
  readonly db: Database;
  readonly statistics: Pick<Statistics, "report">;
}

export interface ComparisonOptions {
  readonly website: Website;
  readonly source: CountedShard;
  readonly target: CountedShard;
  readonly nowMs: number;
  readonly onCompared: (done: number, total: number) => void;
}

/**
 * Compares the values of each dimension on the two shards, for the closed days that have as many
 * events on both. Throws `StartRefused` at a difference.
 */
export async function compareAnswers(options: ComparisonOptions): Promise<void> {
  const { website, source, target, nowMs, onCompared } = options;
  const there = await readDays(source.db, website);
  const here = await readDays(target.db, website);
  const today = isoDay(localDay(website.timezone, nowMs));
  const ranges = equalRanges(there, here, today);
  for (const [i, range] of ranges.entries()) {
    onCompared(i, ranges.length);
    for (const dimension of dimensionNames) await compareRange(options, dimension, range);
  }
}

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Returns the days before `today` with as many events on both shards, as few ranges. */
export function equalRanges(
  there: readonly DayRows[],
  here: readonly DayRows[],
  today: string,
): Range[] {
  const rowsThere = new Map(there.map(({ day, rows }) => [day, rows]));
  const rowsHere = new Map(here.map(({ day, rows }) => [day, rows]));
  const days = [...new Set([...rowsThere.keys(), ...rowsHere.keys()])].sort();
  const ranges: Range[] = [];
  let current: { from: string; to: string; rows: number } | undefined;
  for (const day of days) {
    const rows = rowsThere.get(day) ?? 0;
    const isEqual = day < today && rows === rowsHere.get(day);
    if (current !== undefined && (!isEqual || current.rows + rows > eventsMax)) {
      ranges.push({ from: current.from, to: current.to });
      current = undefined;
    }
    if (isEqual)
      current = { from: current?.from ?? day, to: day, rows: rows + (current?.rows ?? 0) };
  }
  if (current !== undefined) ranges.push({ from: current.from, to: current.to });
  return ranges;
}

async function compareRange(
  { website, source, target }: ComparisonOptions,
  dimension: DimensionName,
  range: Range,
): Promise<void> {
  for (let offset = 0; ; offset += valuesMax) {
    const [there, here] = await Promise.all(
      [source, target].map((shard) => page(shard, website.id, dimension, range, offset)),
    );
    if (JSON.stringify(there) !== JSON.stringify(here)) {
      throw new StartRefused(
        `the answers for ${dimension} from ${range.from} to ${range.to} differ between the two shards; nothing was deleted`,
      );
    }
    if ((there?.length ?? 0) < valuesMax) return;
  }
}

async function page(
  { statistics }: CountedShard,
  websiteId: number,
  dimension: DimensionName,
  range: Range,
  offset: number,
): Promise<readonly BreakdownRow[]> {
  const order = { search: "", filters: [], sortBy: "value", sort: "asc" } as const;
  const asker = {
    signal: new AbortController().signal,
    priority: "owner",
    freshness: "anew",
  } as const;
  const query = { ...range, ...order, websiteId, dimension, limit: valuesMax, offset };
  const { value } = await statistics.report(breakdownReport, query, asker);
  return value.rows.map(({ value: text, count, visitors, pageviews }) => {
    return { value: text, count, visitors, pageviews };
  });
}

/** Returns the numbers of events of a website's days, archived ones included. */
function readDays(db: Database, { id }: Website): Promise<DayRows[]> {
  return db.rows<DayRows>(sql`
    SELECT
      day,
      sum(events) AS rows
    FROM (
      SELECT
        date AS day,
        count() AS events
      FROM events
      WHERE ${ofWebsite(id)}
      GROUP BY day
      UNION ALL
      SELECT
        date AS day,
        max(archived_rollups.events) AS events
      FROM archived_rollups
      WHERE ${ofWebsite(id)}
      GROUP BY day, rollup_id
    )
    GROUP BY day
    ORDER BY day`);
}
