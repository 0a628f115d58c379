import type { DimensionName } from "../../src/counting/dimensions.ts";

/**
 * An event as a test describes it. Nothing in this file depends on the way that the API is queried.
 */
export interface PlainEvent {
  /** `YYYY-MM-DD`, in the website's time zone. */
  readonly day: string;
  readonly timeMs: number;
  /** Tells one day's visitors apart. */
  readonly visitor: string;
  readonly kind: "pageview" | "engagement" | "custom";
  /** The values that the event carries; "" for none. Visits and days are derived here. */
  readonly values: Readonly<Record<string, string>>;
  /** Milliseconds and percent of an engagement event. */
  readonly engagement?: { readonly ms: number; readonly depth: number };
  /** In thousandths of the currency's unit. */
  readonly revenue?: { readonly milliAmount: number; readonly currency: string };
}

/** A record; some dimensions have numbers of visits and engagement, too. */
export interface PlainRow {
  readonly value: string;
  readonly count: number;
  readonly visitors: number;
  readonly pageviews: number;
  readonly [number: string]: number | string | null;
}

/** A value that a visitor's day counts under. There is one for each time that it counts. */
interface Item {
  readonly value: string;
  readonly pageviews: number;
  readonly occurrences: number;
}

const noneOf: Readonly<Record<string, string | undefined>> = {
  referrer: "(direct)",
  source: "(direct)",
  channel: "Direct",
  mark: "(none)",
  campaign: undefined,
  utm_source: undefined,
  utm_medium: undefined,
  utm_term: undefined,
  utm_content: undefined,
};
const countOf: Readonly<Record<string, "pageviews" | "occurrences">> = {
  page: "pageviews",
  pageview: "pageviews",
  event: "occurrences",
  visit: "occurrences",
  entry_page: "occurrences",
  exit_page: "occurrences",
};

/**
 * Returns every value of the dimension, as the API shows it, counted in the plainest way. The
 * values are in no order.
 */
export function countPlainly(
  events: readonly PlainEvent[],
  name: DimensionName,
  shown: (value: string) => string = (value) => value,
): PlainRow[] {
  const active = events.filter(({ kind }) => kind !== "engagement");
  const rows = new Map<
    string,
    { visitors: number; pageviews: number; occurrences: number; visits: PlainEvent[][] }
  >();
  for (const own of grouped(active, ({ day, visitor }) => `${day} ${visitor}`).values()) {
    for (const [value, items] of grouped(itemsOf(own, name), (item) => shown(item.value))) {
      const row = rows.get(value) ?? { visitors: 0, pageviews: 0, occurrences: 0, visits: [] };
      row.visitors += 1;
      row.visits.push(...visitsWith(own, name, value));
      for (const item of items) {
        row.pageviews += item.pageviews;
        row.occurrences += item.occurrences;
      }
      rows.set(value, row);
    }
  }
  return [...rows]
    .map(([value, row]) => ({
      value,
      count: row[countOf[name] ?? "visitors"],
      visitors: row.visitors,
      pageviews: row.pageviews,
      ...moreOf(events, name, value, shown, row),
    }))
    .filter(({ count }) => count > 0);
}

/**
 * Returns the minutes, hours or days of a clock in which something happened. A visitor counts in
 * each of them once for each day of the website, and a visit in the one in which it began.
 */
export function countByClockPlainly(
  events: readonly PlainEvent[],
  name: string,
  clock: {
    readonly timezone: string;
    readonly interval: "minute" | "15min" | "hour" | "day" | "week" | "month";
    /** Days of the clock; all of them count if there are none. */
    readonly days?: { readonly from: string; readonly to: string };
  },
): PlainRow[] {
  const { timezone, interval, days } = clock;
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  const unitOf = ({ timeMs }: PlainEvent) => {
    const [day = "", time = ""] = format.format(timeMs).split(" ");
    const minutes = minutesOf[interval];
    if (minutes === undefined) return day;
    const [hour = "", minute = ""] = time.split(":");
    const begin = Number(minute) - (Number(minute) % minutes);
    return `${day}T${hour}:${String(begin).padStart(2, "0")}`;
  };
  const active = events.filter(({ kind }) => kind !== "engagement");
  const rows = new Map<string, { visitors: number; pageviews: number; visits: PlainEvent[][] }>();
  for (const own of grouped(active, ({ day, visitor }) => `${day} ${visitor}`).values()) {
    const visits = visitsOf(own);
    for (const [unit, those] of grouped(own, unitOf)) {
      const day = unit.slice(0, 10);
      if (days !== undefined && (day < days.from || day > days.to)) continue;
      const value = unit.includes("T") ? unit : periodOf(day, interval);
      const row = rows.get(value) ?? { visitors: 0, pageviews: 0, visits: [] };
      row.visitors += 1;
      row.pageviews += viewsOf(those).length;
      row.visits.push(...visits.filter(([first]) => first !== undefined && unitOf(first) === unit));
      rows.set(value, row);
    }
  }
  return [...rows]
    .map(([value, { visitors, pageviews, visits }]) => {
      const { bounce_rate, visit_duration } = visitNumbers(visits);
      const counts: Readonly<Record<string, number>> = {
        pageview: pageviews,
        visit: visits.length,
      };
      const plain = { value, count: counts[name] ?? visitors, visitors, pageviews };
      return { ...plain, visits: visits.length, bounce_rate, visit_duration };
    })
    .filter(({ count }) => count > 0);
}

const minutesOf: Readonly<Record<string, number>> = { minute: 1, "15min": 15, hour: 60 };
const dayNames: readonly string[] = ["pageview", "visit", "visitor"];

/** Returns the visits that a visitor's day adds to a value. */
function visitsWith(own: readonly PlainEvent[], name: string, value: string): PlainEvent[][] {
  if (name !== "entry_page" && name !== "exit_page") return visitsOf(own);
  return visitsOf(own).filter(
    (visit) => viewsOf(visit).at(name === "entry_page" ? 0 : -1)?.values["page"] === value,
  );
}

/** Returns the numbers that the values of some dimensions have beside count and page views. */
function moreOf(
  events: readonly PlainEvent[],
  name: string,
  value: string,
  shown: (value: string) => string,
  { pageviews, visits }: { readonly pageviews: number; readonly visits: PlainEvent[][] },
) {
  if (name === "event") return {};
  const isDay = dayNames.includes(name);
  const engaged = () => {
    const keyOf = ({ day, values }: PlainEvent) => (isDay ? shown(day) : (values["page"] ?? ""));
    return engagePlainly(events, keyOf).find((each) => each.value === value);
  };
  const ofEngagement = () => {
    const found = engaged();
    return {
      ...(isDay && { engaged_visitors: found?.visitors ?? 0 }),
      engagement_seconds: found?.seconds ?? null,
      scroll_depth: found?.scroll_depth ?? null,
    };
  };
  if (name === "page") return ofEngagement();
  const { perVisit, bounce_rate, visit_duration } = visitNumbers(visits);
  return {
    visits: visits.length,
    ...(isDay && { views_per_visit: perVisit(pageviews) }),
    bounce_rate,
    visit_duration,
    ...(isDay && ofEngagement()),
  };
}

/** Returns the averages of some visits, rounded as the API rounds them. */
function visitNumbers(visits: readonly PlainEvent[][]) {
  const bounces = visits.filter(
    ([first, ...rest]) => rest.length === 0 && first?.kind === "pageview",
  );
  const lengthsMs = visits.map((visit) => timeOf(visit.at(-1)) - timeOf(visit[0]));
  const perVisit = (sum: number) =>
    visits.length === 0 ? null : Math.round((sum / visits.length) * 1e4) / 1e4;
  return {
    perVisit,
    bounce_rate: perVisit(bounces.length),
    visit_duration: perVisit(lengthsMs.reduce((sum, each) => sum + each, 0) / 1000),
  };
}

/**
 * Returns the events of the visitor days that match every filter. They count under one of the
 * filter's values without `!` in front, and under none of those with it. `*` behind stands for any
 * text; with `~` in front, a value counts that has the rest anywhere, in any case.
 */
export function keepPlainly(
  events: readonly PlainEvent[],
  filters: readonly (readonly [DimensionName, readonly string[]])[],
): PlainEvent[] {
  const days = [...grouped(events, ({ day, visitor }) => `${day} ${visitor}`).values()];
  const isKept = (own: readonly PlainEvent[]) =>
    filters.every(([name, values]) => {
      const found = countPlainly(own, name).map(({ value }) => value);
      const counts = (pattern: string) =>
        found.some((value) => {
          if (pattern.startsWith("~")) return fold(value).includes(fold(pattern.slice(1)));
          return pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
        });
      const wanted = values.filter((value) => !value.startsWith("!"));
      const unwanted = values.filter((value) => value.startsWith("!")).map((x) => x.slice(1));
      return (wanted.length === 0 || wanted.some(counts)) && !unwanted.some(counts);
    });
  return days.filter(isKept).flat();
}

/** Returns the text without the difference of cases, but for some rare letters such as `ı`. */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** Returns the interval that a day lies in: a week is its Monday, a month `YYYY-MM`. */
export function periodOf(day: string, interval: string): string {
  if (interval === "month") return day.slice(0, 7);
  if (interval !== "week") return day;
  const date = new Date(day);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * 86_400_000).toISOString().slice(0, 10);
}

function itemsOf(own: readonly PlainEvent[], name: DimensionName): Item[] {
  const views = viewsOf(own);
  const day = own[0]?.day ?? "";
  switch (name) {
    case "pageview":
    case "visitor":
      return [{ value: day, pageviews: views.length, occurrences: 0 }];
    case "visit":
      return [{ value: day, pageviews: views.length, occurrences: visitsOf(own).length }];
    case "entry_page":
    case "exit_page":
      return visitsOf(own).flatMap((visit) => {
        const pages = viewsOf(visit).map(({ values }) => values["page"] ?? "");
        const value = pages.at(name === "entry_page" ? 0 : -1);
        return value === undefined ? [] : [{ value, pageviews: pages.length, occurrences: 1 }];
      });
    case "page":
      return views.map(({ values }) => ({
        value: values["page"] ?? "",
        pageviews: 1,
        occurrences: 0,
      }));
    case "event":
      return own
        .filter(({ kind }) => kind === "custom")
        .map(({ values }) => ({ value: values["event"] ?? "", pageviews: 0, occurrences: 1 }));
    default: {
      const ofEvents = own.map(({ values }) => values[name] ?? "");
      const each = name === "mark" ? ofEvents.flatMap((marks) => marks.split(",")) : ofEvents;
      const carried = new Set(each.filter(Boolean));
      const none = name in noneOf ? noneOf[name] : "(unknown)";
      if (carried.size === 0 && none !== undefined) carried.add(none);
      return [...carried].map((value) => ({ value, pageviews: views.length, occurrences: 0 }));
    }
  }
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function viewsOf(events: readonly PlainEvent[]): readonly PlainEvent[] {
  return events.filter(({ kind }) => kind === "pageview");
}

/** Returns the events of visitor days that have more than engagement. */
function ofVisitors(events: readonly PlainEvent[]): PlainEvent[] {
  const days = grouped(events, ({ day, visitor }) => `${day} ${visitor}`).values();
  return [...days].filter((own) => own.some(({ kind }) => kind !== "engagement")).flat();
}

/**
 * Returns the engagement under each key, such as the page or the day, rounded as the API rounds it.
 * Keys are in no order.
 */
export function engagePlainly(
  events: readonly PlainEvent[],
  keyOf: (event: PlainEvent) => string,
): { value: string; visitors: number; seconds: number; scroll_depth: number }[] {
  const engagements = ofVisitors(events).filter(({ kind }) => kind === "engagement");
  return [...grouped(engagements, keyOf)].map(([value, those]) => {
    const visitors = [...grouped(those, ({ day, visitor }) => `${day} ${visitor}`).values()];
    const ms = those.reduce((sum, { engagement }) => sum + (engagement?.ms ?? 0), 0);
    const depths = visitors.map((own) =>
      Math.max(...own.map(({ engagement }) => engagement?.depth ?? 0)),
    );
    const depth = depths.reduce((sum, each) => sum + each, 0);
    return {
      value,
      visitors: visitors.length,
      seconds: divideRounded(ms, 100 * visitors.length) / 10,
      scroll_depth: divideRounded(10 * depth, visitors.length) / 10,
    };
  });
}

/** Returns the quotient of whole numbers as a whole number, rounded half away from zero. */
function divideRounded(dividend: number, divisor: number): number {
  const [n, d] = [BigInt(Math.abs(dividend)), BigInt(divisor)];
  const rounded = Number((2n * n + d) / (2n * d));
  return dividend < 0 ? -rounded : rounded;
}

/**
 * Returns the revenue under each key and currency as the API answers it, in the order of both.
 * `keyOf` is of a day, and a record has a `value` unless it is undefined.
 */
export function earnPlainly(events: readonly PlainEvent[], keyOf?: (day: string) => string) {
  const active = events.filter(({ kind }) => kind !== "engagement");
  const ofVisitor = ({ day, visitor }: PlainEvent) => `${day} ${visitor}`;
  const rows = [...grouped(active, ({ day }) => keyOf?.(day) ?? "")].flatMap(([value, own]) => {
    const everyone = grouped(own, ofVisitor).size;
    const paid = grouped(
      own.filter(({ revenue }) => revenue !== undefined),
      ({ revenue }) => revenue?.currency ?? "",
    );
    return [...paid].map(([currency, those]) => {
      const amounts = those.map(({ revenue }) => revenue?.milliAmount ?? 0);
      const orders = amounts.filter((amount) => amount >= 0);
      const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
      return {
        ...(keyOf !== undefined && { value }),
        currency,
        amount: sum(amounts) / 1000,
        orders: orders.length,
        refunds: amounts.length - orders.length,
        visitors: grouped(those, ofVisitor).size,
        average_order:
          orders.length === 0 ? null : divideRounded(10 * sum(orders), orders.length) / 1e4,
        // JSON has no -0.
        per_visitor: divideRounded(10 * sum(amounts), everyone) / 1e4 + 0,
      };
    });
  });
  return rows.sort(
    (a, b) => compareText(a.value ?? "", b.value ?? "") || compareText(a.currency, b.currency),
  );
}

/** Returns the numbers of a summary, rounded as the API rounds them. */
export function summarisePlainly(events: readonly PlainEvent[]) {
  const active = events.filter(({ kind }) => kind !== "engagement");
  const [engaged] = engagePlainly(events, () => "");
  const days = [...grouped(active, ({ day, visitor }) => `${day} ${visitor}`).values()];
  const visits = days.flatMap(visitsOf);
  const { perVisit, bounce_rate, visit_duration } = visitNumbers(visits);
  const pageviews = viewsOf(active).length;
  return {
    visitors: days.length,
    visits: visits.length,
    pageviews,
    views_per_visit: perVisit(pageviews),
    bounce_rate,
    visit_duration,
    engaged_visitors: engaged?.visitors ?? 0,
    engagement_seconds: engaged?.seconds ?? null,
    scroll_depth: engaged?.scroll_depth ?? null,
  };
}

function timeOf(event: PlainEvent | undefined): number {
  return event?.timeMs ?? 0;
}

/**
 * Returns the hours of the week, `weekday hour count`, in which something happened by the clock of
 * the time zone. A visitor counts once in each hour that a day's clock shows.
 */
export function countHoursPlainly(
  events: readonly PlainEvent[],
  timezone: string,
  metric: "visitors" | "pageviews",
): string[] {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  const counted = new Map<string, Set<string>>();
  for (const [nth, { kind, timeMs, day, visitor }] of events.entries()) {
    if (kind === "engagement" || (metric === "pageviews" && kind !== "pageview")) continue;
    const parts = new Map(clock.formatToParts(timeMs).map(({ type, value }) => [type, value]));
    const weekday = weekdays.indexOf(parts.get("weekday") ?? "") + 1;
    const cell = `${weekday} ${Number(parts.get("hour"))}`;
    const who = counted.get(cell) ?? new Set();
    counted.set(cell, who.add(metric === "visitors" ? `${day} ${visitor}` : `${nth}`));
  }
  return [...counted].map(([cell, who]) => `${cell} ${who.size}`).sort();
}

/**
 * Returns the day's events from the first on, cut where half an hour or more passed without any.
 */
export function visitsOf(own: readonly PlainEvent[]): PlainEvent[][] {
  const visits: PlainEvent[][] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const event of own.toSorted((a, b) => a.timeMs - b.timeMs || byRank(a, b))) {
    if (event.timeMs - lastMs >= 30 * 60_000) visits.push([]);
    visits.at(-1)?.push(event);
    lastMs = event.timeMs;
  }
  return visits;
}

/**
 * Compares two events. At the same millisecond, pages are in the order of code points; custom
 * events among them change nothing.
 */
function byRank(a: PlainEvent, b: PlainEvent): number {
  return compareText(a.values["page"] ?? "", b.values["page"] ?? "");
}

/** Compares by code point, which is the order of the bytes in UTF-8. */
export function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Returns the rows in the order of an answer. */
export function sortRows<Row extends PlainRow>(
  rows: readonly Row[],
  sortBy: string,
  sort: string,
): Row[] {
  const direction = sort === "asc" ? 1 : -1;
  return rows.toSorted((a, b) =>
    sortBy === "value"
      ? direction * compareText(a.value, b.value)
      : direction * (a.count - b.count) || compareText(a.value, b.value),
  );
}
