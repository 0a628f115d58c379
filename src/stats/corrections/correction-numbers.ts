import type { Database, QueryLimits } from "../../clickhouse/database.ts";
import { bind, type Sql, sql } from "../../clickhouse/sql.ts";
import { visitorDaysSettings } from "../../counting/visitor-days.ts";
import type { CorrectionNumbers } from "../../definitions/correction.ts";
import type { RowChange } from "./row-change.ts";

/** A page that gets another name. */
export interface RenamedPage {
  readonly before: string;
  readonly after: string;
}

/** The numbers of a change of some rows of `events`. */
export interface CountedChange extends CorrectionNumbers {
  /** The days that change, oldest first. */
  readonly dates: readonly string[];
}

const pairsMax = 100;
/** Nobody waits for a job, so it leaves the other cores to those who collect and ask. */
const oneThread = sql`,
      max_threads = 1`;

/** Counts what a change does to the rows of `events` that meet a condition. */
export async function countChange(
  db: Database,
  { affected, assignments }: RowChange,
  within: Sql,
  limits?: QueryLimits,
): Promise<CountedChange> {
  const [found] = await db.rows<Counts>(
    sql`
    SELECT
      sum(changed) AS events,
      countIf(changed > 0) AS visitorDays,
      sum(views) AS views,
      sum(changed_views) AS changedViews,
      arraySort(groupUniqArrayIf(date, changed > 0)) AS dates
    FROM (
      SELECT
        website_id,
        date,
        visitor,
        countIf(${affected}) AS changed,
        countIf(name = 'pageview') AS views,
        countIf(name = 'pageview' AND ${affected}) AS changed_views
      FROM events
      WHERE ${within}
      GROUP BY website_id, date, visitor
    )
    SETTINGS ${visitorDaysSettings}${limits === undefined ? oneThread : sql``}`,
    limits,
  );
  const { events = 0, visitorDays = 0, views = 0, changedViews = 0, dates = [] } = found ?? {};
  const after = assignments === undefined ? views - changedViews : views;
  return {
    events,
    visitorDays,
    days: dates.length,
    pageviews: { before: views, after },
    dates,
  };
}

interface Counts {
  readonly events: number;
  readonly visitorDays: number;
  readonly views: number;
  readonly changedViews: number;
  readonly dates: readonly string[];
}

/** Returns the pages that get another name, those with the most page views first. */
export async function listPairs(
  db: Database,
  { renamed, affected }: RowChange,
  within: Sql,
  limits?: QueryLimits,
): Promise<RenamedPage[]> {
  if (renamed === undefined) return [];
  return db.rows<RenamedPage>(
    sql`
    SELECT
      before,
      after
    FROM (
      SELECT
        page AS before,
        ${renamed} AS after,
        countIf(name = 'pageview') AS views
      FROM events
      WHERE ${within} AND ${affected}
      GROUP BY before, after
    )
    ORDER BY views DESC, before
    LIMIT ${bind("UInt32", pairsMax)}`,
    limits,
  );
}
