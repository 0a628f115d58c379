import { datesApartMax, dayMs, isoDay } from "../calendar.ts";
import { bind, type Sql, sql } from "../store/sql.ts";

/** What every report is asked by. */
export interface WebsiteDays {
  readonly websiteId: number;
  /** `YYYY-MM-DD`, both inclusive, days of the website. */
  readonly from: string;
  readonly to: string;
  /** The question is one that roll-ups do not hold the answer to. */
  readonly fromEvents?: boolean;
}

/** The condition on rows of `events` and `drops`. */
export function withinDays({ websiteId, from, to }: WebsiteDays): Sql {
  return sql`website_id = ${bind("UInt32", websiteId)}
        AND date >= ${bind("Date", withinDate(from))}
        AND date <= ${bind("Date", withinDate(to))}`;
}

/** The nearest day that a `Date` of ClickHouse can hold; no event lies on a day that it cannot. */
function withinDate(day: string): string {
  if (day < "1970-01-01") return "1970-01-01";
  return day > "2149-06-06" ? "2149-06-06" : day;
}

/** Returns the days of the website that hold every event of these days of any time zone. */
export function widenDays({ from, to }: { readonly from: string; readonly to: string }): {
  from: string;
  to: string;
} {
  return {
    from: moveDay(withinDate(from), -datesApartMax),
    to: moveDay(withinDate(to), datesApartMax),
  };
}

function moveDay(day: string, by: number): string {
  return isoDay(Date.parse(day) / dayMs + by);
}
