import { codeOf } from "../stats/happenings.ts";
import {
  compareText,
  countByClockPlainly,
  countPlainly,
  earnPlainly,
  engagePlainly,
  keepPlainly,
  type PlainEvent,
  periodOf,
  sortRows,
  summarisePlainly,
} from "../stats/plain-count.ts";
import { firstDayMs, type Query } from "./commands.ts";

function rangeOf({ fromDay, days }: Query): { readonly from: string; readonly to: string } {
  const iso = (day: number) => new Date(firstDayMs + day * 86_400_000).toISOString().slice(0, 10);
  return { from: iso(fromDay), to: iso(fromDay + days - 1) };
}

/** Returns the path of a query, below which `paramsOf` stand. */
export function pathOf(id: number, { report }: Query): string {
  return report === "stats" ? `/api/v1/stats/${id}` : `/api/v1/websites/${id}/${report}`;
}

export function paramsOf(query: Query): [string, string][] {
  const { report, name, search, sort, sortBy, perPage, page, interval, filters } = query;
  const timezone = zoneOf(query);
  const fields = {
    ...rangeOf(query),
    ...(report === "stats" && { name }),
    search,
    sort,
    ...(report === "stats" && { sort_by: sortBy }),
    ...(report === "engagement" && { sort_by: sortBy === "count" ? "visitors" : "value" }),
    per_page: String(perPage),
    page: String(page),
    ...(isDay(name) && { interval: report === "stats" ? interval : dayOr(interval) }),
    ...(timezone !== undefined && { timezone }),
  };
  const filtered = filters.flatMap(([filterName, values]) =>
    values.map((value): [string, string] => [`filter[${filterName}]`, value]),
  );
  return [...Object.entries(fields), ...filtered];
}

function isDay(name: string): boolean {
  return ["pageview", "visit", "visitor"].includes(name);
}

/** Returns the zone that the query names, if it may name one. */
function zoneOf({ report, name, filters, timezone }: Query): string | undefined {
  const mayName = report === "stats" && name === "pageview" && filters.length === 0;
  return mayName && timezone !== "" ? timezone : undefined;
}

/** Only `stats` has hours and their quarters. */
function dayOr(interval: Query["interval"]): "day" | "week" | "month" {
  return interval === "hour" || interval === "15min" ? "day" : interval;
}

/** Returns the right answer, from events alone. `ownZone` is the website's. */
export function answerOf(events: readonly PlainEvent[], query: Query, ownZone: string) {
  const { from, to } = rangeOf(query);
  const timezone = zoneOf(query) ?? ownZone;
  const isForeign = timezone !== ownZone;
  const inRange = isForeign ? events : events.filter(({ day }) => day >= from && day <= to);
  const kept = keepPlainly(inRange, query.filters);
  if (query.report === "summary") {
    const data = { from, to, ...summarisePlainly(kept) };
    return { total: undefined, count: undefined, last_page: undefined, data };
  }
  if (query.report === "engagement") return pageOf(query, engagementOf(kept, query));
  if (query.report === "revenue") return pageOf(query, revenueOf(kept, query));
  const { name, search, sort, sortBy, interval } = query;
  const shown = (value: string) => (isDay(name) ? periodOf(value, dayOr(interval)) : value);
  const isClocked = isDay(name) && (dayOr(interval) !== interval || isForeign);
  const clock = { timezone, interval, ...(isForeign && { days: { from, to } }) };
  const counted = isClocked
    ? countByClockPlainly(kept, name, clock)
    : countPlainly(kept, name, shown);
  const rows = counted
    .filter(({ value }) => isFound(value, search))
    .map((row) => ({ ...row, ...codeOf(name, row.value) }));
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return { ...pageOf(query, sortRows(rows, sortBy, sort)), count };
}

function pageOf({ perPage, page }: Query, rows: readonly object[]) {
  return {
    total: rows.length,
    count: undefined as number | undefined,
    last_page: Math.max(1, Math.ceil(rows.length / perPage)),
    data: rows.slice((page - 1) * perPage, page * perPage),
  };
}

function isFound(text: string, search: string): boolean {
  return text.toLowerCase().includes(search.toLowerCase());
}

function engagementOf(events: readonly PlainEvent[], query: Query) {
  const { name, search, sort, sortBy, interval } = query;
  const direction = sort === "asc" ? 1 : -1;
  return engagePlainly(events, ({ day, values }) =>
    isDay(name) ? periodOf(day, dayOr(interval)) : (values["page"] ?? ""),
  )
    .filter(({ value }) => isFound(value, search))
    .sort((a, b) =>
      sortBy === "value"
        ? direction * compareText(a.value, b.value)
        : direction * (a.visitors - b.visitors) || compareText(a.value, b.value),
    );
}

function revenueOf(events: readonly PlainEvent[], { name, search, interval }: Query) {
  const keyOf = isDay(name) ? (day: string) => periodOf(day, dayOr(interval)) : undefined;
  return earnPlainly(events, keyOf).filter(({ currency }) => isFound(currency, search));
}
