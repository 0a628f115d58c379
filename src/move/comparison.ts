import { isoDay, localDay } from "../base/calendar.ts";
import { StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import { sql } from "../clickhouse/sql.ts";
import { dimensionNames } from "../counting/dimensions.ts";
import { breakdownReport } from "../stats/breakdown.ts";
import { engagementReport } from "../stats/engagement.ts";
import type { QueryCaller } from "../stats/query-scheduler.ts";
import { revenueReport } from "../stats/revenue.ts";
import type { Statistics } from "../stats/statistics.ts";
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
 * Compares the values of each dimension, engagement and revenue on the two shards, for the closed
 * days that have as many events on both. Throws `StartRefused` at a difference.
 */
export async function compareAnswers(options: ComparisonOptions): Promise<void> {
  const { website, source, target, nowMs, onCompared } = options;
  const there = await readDays(source.db, website);
  const here = await readDays(target.db, website);
  const today = isoDay(localDay(website.timezone, nowMs));
  const ranges = equalRanges(there, here, today);
  for (const [i, range] of ranges.entries()) {
    onCompared(i, ranges.length);
    for (const name of Object.keys(reads)) await compareRange(options, name, range);
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
  name: string,
  range: Range,
): Promise<void> {
  for (let offset = 0; ; offset += valuesMax) {
    const [there, here] = await Promise.all(
      [source, target].map((shard) =>
        reads[name]?.(shard, { ...wholePage, ...range, websiteId: website.id, offset }),
      ),
    );
    if (JSON.stringify(there) !== JSON.stringify(here)) {
      throw new StartRefused(
        `the answers for ${name} from ${range.from} to ${range.to} differ between the two shards; nothing was deleted`,
      );
    }
    if ((there?.length ?? 0) < valuesMax) return;
  }
}

const wholePage = { search: "", filters: [], limit: valuesMax } as const;
const byValue = { sortBy: "value", sort: "asc" } as const;

interface PageQuery extends Range {
  readonly websiteId: number;
  readonly search: "";
  readonly filters: readonly [];
  readonly limit: number;
  readonly offset: number;
}

type ReadPage = (shard: CountedShard, query: PageQuery) => Promise<readonly object[]>;

/** The answers that are compared, and how a page of each is read. */
const reads: Readonly<Record<string, ReadPage>> = {
  ...Object.fromEntries(
    dimensionNames.map((dimension): [string, ReadPage] => [
      dimension,
      async ({ statistics }, query) => {
        const asked = { ...query, ...byValue, dimension };
        return (await statistics.report(breakdownReport, asked, newCaller())).value.rows;
      },
    ]),
  ),
  engagement: async ({ statistics }, query) => {
    const asked = { ...query, ...byValue };
    return (await statistics.report(engagementReport, asked, newCaller())).value.rows;
  },
  revenue: async ({ statistics }, query) => {
    const asked = { ...query, interval: "day" } as const;
    return (await statistics.report(revenueReport, asked, newCaller())).value.rows;
  },
};

function newCaller(): QueryCaller {
  return { signal: new AbortController().signal, priority: "owner", freshness: "anew" };
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
