import {
  beginAnywhereMs,
  type ClockOffset,
  clockOffsets,
  dayMs,
  endEverywhereMs,
} from "../base/calendar.ts";
import { bind, join, type Sql, sql } from "../clickhouse/sql.ts";
import { minuteColumns, quarterColumns } from "../counting/day-columns.ts";
import type { Measure, Tallied } from "../counting/dimension-kinds.ts";
import { clockMinutes, type Interval, isOfClock } from "../model/choices.ts";

const dayS = 86_400;

/**
 * Minutes, hours and days as the clock of a time zone shows them, computed from the time of an
 * event instead of its date.
 */
export interface Clock {
  /** IANA name. */
  readonly timezone: string;
  /**
   * Days of the clock, both inclusive, that are counted; all of the website's days if undefined.
   * A visit counts whole in the day in which it began.
   */
  readonly days?: { readonly from: string; readonly to: string };
}

/** The minutes, hours or days of a clock, as whole numbers. */
export interface ClockUnits {
  /** Returns the unit that a time lies in, in seconds since the epoch. */
  readonly at: (seconds: Sql) => Sql;
  /** Returns how the API shows a unit. */
  readonly shown: (unit: Sql) => Sql;
}

/** Returns the units of a clock at all times that lie on the dates in any time zone. */
export function clockUnits(interval: Interval, clock: Clock, dates: readonly string[]): ClockUnits {
  const offsets = offsetsOn(clock, dates);
  const [unitS, format] = isOfClock(interval)
    ? [60 * clockMinutes[interval], sql`'%Y-%m-%dT%H:%i'`]
    : [dayS, sql`'%Y-%m-%d'`];
  const unit = bind("UInt32", unitS);
  return {
    at: (seconds) => sql`intDiv(${clockTime(seconds, offsets)}, ${unit})`,
    shown: (each) => sql`formatDateTime(toDateTime(${each} * ${unit}, 'UTC'), ${format})`,
  };
}

/**
 * Returns the tally of a visitor's day by the minutes, hours or days of the clock in which the
 * visitor was active: the page views then, and the visits that began then. An hour that the clock
 * shows twice is one value. `visitor_days` has no minutes, so events must count them.
 */
export function clockTally(
  interval: Interval,
  clock: Clock,
  dates: readonly string[],
  measure: Measure,
): Tallied {
  const units = clockUnits(interval, clock, dates);
  const [columns, parts, partS] =
    interval === "minute"
      ? [minuteColumns, sql`day_minutes`, sql`60`]
      : [quarterColumns, sql`day_quarters`, sql`900`];
  const beginS = sql`toUInt64(quarter.quarter) * ${partS}`;
  const unit = units.at(beginS);
  const quarters =
    clock.days === undefined
      ? parts
      : sql`arrayFilter(quarter -> ${isWithin(clock, clock.days, dates, beginS)}, ${parts})`;
  const own = sql`arrayFilter(quarter -> ${unit} = x, ${parts})`;
  return {
    columns,
    tally: () => sql`arrayMap(
        own -> (
          ${units.shown(sql`own.2`)},
          toUInt64(1),
          toUInt64(arraySum(own.1.views)),
          ${measure === "occurrences" ? sql`toUInt64(arraySum(own.1.visits))` : sql`toUInt64(0)`},
          toUInt64(arraySum(own.1.visits)),
          toUInt64(arraySum(own.1.bounces)),
          arraySum(own.1.ms)),
        arrayMap(
          x -> (${own}, x),
          arrayDistinct(arrayMap(quarter -> ${unit}, ${quarters}))))`,
    has: "visits",
  };
}

/** Returns the part of the clock in which an event was, as `clockTally` writes it. */
export function intervalOfEvent(interval: Interval, clock: Clock, dates: readonly string[]): Sql {
  const units = clockUnits(interval, clock, dates);
  return units.shown(units.at(sql`toUnixTimestamp(time)`));
}

/** Returns the condition that a time, in seconds since the epoch, lies on days of the clock. */
function isWithin(
  clock: Clock,
  { from, to }: NonNullable<Clock["days"]>,
  dates: readonly string[],
  seconds: Sql,
): Sql {
  const time = clockTime(seconds, offsetsOn(clock, dates));
  const secondsOf = (day: string) => bind("Int64", Date.parse(day) / 1000);
  return sql`${time} >= ${secondsOf(from)} AND ${time} < ${secondsOf(to)} + ${bind("Int64", dayS)}`;
}

/**
 * Returns the interval that a day or an hour lies in: a week is its Monday, a month `YYYY-MM`. A
 * value that is no day must not fail: with a search, ClickHouse may evaluate this on rows of
 * `rollup_values` before it has left out the other dimensions.
 */
export function periodOf(interval: Interval, value: Sql): Sql {
  if (interval === "week") return sql`toString(toMonday(toDateOrZero(${value})))`;
  if (interval === "month") return sql`substring(${value}, 1, 7)`;
  return value;
}

/** Returns the offsets at all times that lie on the dates in any time zone. */
function offsetsOn({ timezone }: Clock, dates: readonly string[]): ClockOffset[] {
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return [];
  const begin = beginAnywhereMs(Date.parse(first) / dayMs);
  const end = endEverywhereMs(Date.parse(last) / dayMs);
  return clockOffsets(timezone, begin / 1000, end / 1000);
}

/**
 * Adds the zone's UTC offset, so that UTC functions return local hours and days. The offsets come
 * from the runtime, which also gave events their dates: ClickHouse's own time zones may be of
 * another year.
 */
function clockTime(seconds: Sql, offsets: readonly ClockOffset[]): Sql {
  const aheads = offsets.map(({ aheadS }) => bind("Int32", aheadS));
  const branches = aheads.flatMap((ahead, i) => {
    const next = offsets[i + 1];
    return next === undefined ? [ahead] : [sql`${seconds} < ${bind("UInt32", next.fromS)}`, ahead];
  });
  const ahead = branches.length === 1 ? join(aheads, "") : sql`multiIf(${join(branches, ", ")})`;
  return sql`(${seconds} + ${ahead})`;
}
