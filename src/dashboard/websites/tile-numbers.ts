import type { WebsiteSummary } from "../../model/summary.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { dayIn, lastDays } from "../address/calendar-day.ts";
import { pointsOf } from "../address/intervals.ts";
import type { WebsiteListQuery } from "../address/website-list-query.ts";
import { serverNow } from "../api/server-clock.ts";
import { seriesOf, sumOf } from "../site/series.ts";

/** The numbers of a website's last days. Fields are undefined until they are there. */
export interface TileNumbers {
  readonly series: readonly (number | null)[] | undefined;
  readonly count: number | undefined;
  /** How `count` has changed since as many days before; null where these had nothing. */
  readonly change: number | null;
}

/** Returns the numbers of a website's last days, in its time zone. */
export function tileNumbers(
  { timezone }: Pick<WebsiteRecord, "timezone">,
  { days, measure }: Pick<WebsiteListQuery, "days" | "measure">,
  summary: WebsiteSummary | undefined,
): TileNumbers {
  const today = dayIn(timezone, serverNow());
  const points = pointsOf(lastDays(2 * days, today), "day", timezone);
  const both = summary?.days && seriesOf(points, summary.days, today)[measure];
  const series = both?.slice(-days);
  const count = series && sumOf(series);
  const before = both ? sumOf(both.slice(0, -days)) : 0;
  const change = count !== undefined && before > 0 ? (count - before) / before : null;
  return { series, count, change };
}
