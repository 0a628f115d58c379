import { isoDay, isoSeconds, localDay } from "../base/calendar.ts";
import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { bind, moment, type Sql, sql } from "../clickhouse/sql.ts";
import { tallyOfEvents } from "../counting/dimension-kinds.ts";
import { dimensions } from "../counting/dimensions.ts";
import type { Filter } from "../counting/filters.ts";
import { isOfDaysSql } from "../counting/hidden-rows.ts";
import { visitorDaysOf } from "../counting/visitor-days.ts";
import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import { liveMinutes, liveViewMinutes } from "../model/choices.ts";
import type { Live } from "../model/live.ts";

/** The last half hour, and the days that it lies in. */
export interface LiveQuery extends WebsiteDays {
  readonly nowMs: number;
  /** Conditions on the visitors' days; all count if there is none. */
  readonly filters?: readonly Filter[];
}

const minuteMs = 60_000;
const listedMax = 10;

export function liveQuery(
  website: { readonly id: number; readonly timezone: string },
  nowMs: number,
  filters: readonly Filter[] = [],
): LiveQuery {
  const dayOf = (timeMs: number) => isoDay(localDay(website.timezone, timeMs));
  return {
    websiteId: website.id,
    from: dayOf(shownFromMs(nowMs)),
    to: dayOf(nowMs),
    nowMs,
    filters,
    countsFrom: "events",
  };
}

/** Returns when the first of the shown minutes began; the last is that of `nowMs`. */
function shownFromMs(nowMs: number): number {
  return (Math.floor(nowMs / minuteMs) - liveViewMinutes + 1) * minuteMs;
}

/** Returns the live view of a website. docs/statistics-api.md defines the numbers. */
export async function live(db: Database, query: LiveQuery, limits: QueryLimits): Promise<Live> {
  type Row = { kind: string; value: string; visitors: number; pageviews: number };
  const rows = await db.rows<Row>(liveSql(query), limits);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const views = new Map(of("minute").map((row) => [Number(row.value), row.pageviews]));
  return {
    visitors: of("present")[0]?.visitors ?? 0,
    pageviews: Array.from({ length: liveViewMinutes }, (_, nth) => {
      const timeMs = shownFromMs(query.nowMs) + nth * minuteMs;
      const minute = isoSeconds(timeMs);
      return { minute, count: views.get(timeMs / 1000) ?? 0 };
    }),
    pages: of("page")
      .slice(0, listedMax)
      .map(({ value, visitors, pageviews }) => ({ value, visitors, pageviews })),
    referrers: of("referrer")
      .slice(0, listedMax)
      .map(({ value, visitors }) => ({ value, visitors })),
  };
}

/**
 * Returns the statement of `live`. Its rows are of four kinds; of each kind it returns those with
 * the most visitors, at most as many as there are minutes. Pages and referrers count present
 * visitors.
 */
export function liveSql(query: LiveQuery): Sql {
  const { nowMs, filters = [] } = query;
  const present = sql`max(time) > ${moment(nowMs - liveMinutes * minuteMs)}`;
  const viewed = sql`groupArrayIf(toUnixTimestamp(toStartOfMinute(time)), name = 'pageview')`;
  const days = visitorDaysOf(
    {
      present: tallyOfEvents(
        "present",
        () => sql`if(${present}, [('', toUInt64(1), toUInt64(0), toUInt64(0))], [])`,
      ),
      minute: tallyOfEvents(
        "minute",
        () => sql`arrayMap(
        (minute, nth) -> (toString(minute), toUInt64(nth = 1), toUInt64(1), toUInt64(0)),
        ${viewed},
        arrayEnumerateUniq(${viewed}))`,
      ),
      page: dimensions.page,
      referrer: dimensions.referrer,
    },
    sql`${withinDays(query)}
        AND time >= ${moment(shownFromMs(nowMs))}
        AND time <= ${moment(nowMs)}
        AND name != 'engagement'${
          filters.length === 0
            ? sql``
            : sql`
        AND ${isOfDaysSql(withinDays(query), filters)}`
        }`,
  );
  return sql`
    SELECT
      entry.1 AS kind,
      entry.2 AS value,
      sum(entry.3) AS visitors,
      sum(entry.4) AS pageviews
    FROM (
      SELECT arrayJoin(arrayConcat(
        arrayMap(x -> ('minute', x.1, x.2, x.3), tally_minute),
        if(empty(tally_present), [], arrayConcat(
          arrayMap(x -> ('present', x.1, x.2, x.3), tally_present),
          arrayMap(x -> ('page', x.1, x.2, x.3), tally_page),
          arrayMap(x -> ('referrer', x.1, x.2, x.3), tally_referrer))))) AS entry
      FROM (${days})
    )
    GROUP BY kind, value
    ORDER BY
      kind ASC,
      visitors DESC,
      value ASC
    LIMIT ${bind("UInt8", liveViewMinutes)} BY kind`;
}
