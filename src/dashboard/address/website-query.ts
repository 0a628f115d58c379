import { type Interval, intervals } from "../../model/choices.ts";
import { type Days, isDay } from "./calendar-day.ts";
import { cards } from "./cards.ts";
import { type Comparison, readComparison, writeComparison } from "./comparison.ts";
import { type DimensionName, isDimension } from "./dimension-words.ts";
import { addPopulation, type Population, readPopulation } from "./filters.ts";
import { firstDayOf } from "./intervals.ts";
import { type Range, rangeNames } from "./ranges.ts";
import {
  noReport,
  type ReportQuery,
  type ReportView,
  readReportQuery,
  reportViews,
  writeReportQuery,
} from "./report-query.ts";

/** A dialog with all values of one dimension. */
export interface OpenCard {
  readonly name: DimensionName;
  readonly search: string;
  readonly page: number;
  readonly sort: StatSort;
}

/** The orders of a list of values: by a number, by the values themselves, or by their change. */
const statSorts = [
  "count",
  "value",
  "visitors",
  "pageviews",
  "bounce_rate",
  "visit_duration",
  "engagement_seconds",
  "scroll_depth",
  "change",
] as const;
export type StatSort = (typeof statSorts)[number];

/** The dialog that changes the filters of a chip, by the key of their group. */
export interface OpenFilter {
  readonly name: "filter";
  readonly edits: string;
}

/** Dialogs that have nothing but their name in the address. */
const plainDialogs = [
  "live",
  "filter",
  "segments",
  "views",
  "shortcuts",
  "websites",
  "alert",
] as const;
type PlainDialog = (typeof plainDialogs)[number];

/** A dialog with the annotations of a point of the chart, or of the range without one. */
export interface OpenAnnotations {
  readonly name: "annotations";
  readonly point: string | undefined;
  /** Whether the point is a day, whatever the points of the chart are. */
  readonly isDay?: boolean;
}

export type OpenDialog = OpenCard | OpenAnnotations | OpenFilter | PlainDialog;

/** The parameters in the address of a website's page. */
export interface WebsiteQuery extends Population {
  readonly view: WebsiteView;
  readonly range: Range;
  /** Undefined if the range is not compared. */
  readonly comparison: Comparison | undefined;
  readonly interval: Interval | undefined;
  /** Whether the numbers of today stay as they are while the page is open. */
  readonly isPaused: boolean;
  /** The number that the chart shows. */
  readonly metric: Metric;
  /** The selected tab of each card, if it is not the first one. */
  readonly tabs: Readonly<Record<string, DimensionName>>;
  /** The numbers of the hours of the week. */
  readonly weekMetric: WeekMetric;
  /** The open dialog. */
  readonly open: OpenDialog | undefined;
  /** The state of the report that the view shows. */
  readonly report: ReportQuery;
}

const websiteViews = [
  "statistics",
  ...reportViews,
  "tracking-check",
  "import",
  "sharing",
  "notifications",
  "settings",
  "what-counts",
] as const;
export type WebsiteView = (typeof websiteViews)[number];

export function isReportView(view: WebsiteView): view is ReportView {
  return reportViews.some((name) => name === view);
}

const weekMetrics = ["visitors", "pageviews"] as const;
export type WeekMetric = (typeof weekMetrics)[number];

/** The numbers that the chart can show, by their names in the API, the usual one first. */
export const metrics = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
  "engagement_seconds",
] as const;
export type Metric = (typeof metrics)[number];

const defaultRange = "30d";

/** Reads the address. Invalid parameters are ignored. */
export function readWebsiteQuery(search: string): WebsiteQuery {
  const params = new URLSearchParams(search);
  const asked = params.get("view");
  // The name that the tracking check had at first.
  const name = asked === "intake" ? "tracking-check" : asked;
  const view = oneOf(websiteViews, name) ?? "statistics";
  return {
    view,
    range: readRange(params),
    comparison: readComparison(params),
    interval: oneOf(intervals, params.get("interval")),
    isPaused: params.get("refresh") === "off",
    metric: oneOf(metrics, params.get("chart")) ?? metrics[0],
    ...readPopulation(params),
    tabs: readTabs(params),
    weekMetric: oneOf(weekMetrics, params.get("week")) ?? weekMetrics[0],
    open: readOpen(params),
    report: isReportView(view) ? readReportQuery(params) : noReport,
  };
}

/** The fields that choose the days and visitors. */
const chosen = ["range", "comparison", "filters", "segment", "counted"];

/**
 * Returns the query with some fields changed. A list of a report begins anew where other days or
 * visitors count, unless the change says where it stands.
 */
export function changeWebsiteQuery(
  query: WebsiteQuery,
  change: Partial<WebsiteQuery>,
): WebsiteQuery {
  const isOfOthers = chosen.some((name) => name in change);
  const report = isOfOthers ? { ...query.report, page: 1 } : query.report;
  return { ...query, report, ...change };
}

/** Returns the query string with its `?`. Parameters with default values are left out. */
export function writeWebsiteQuery(query: WebsiteQuery): string {
  const params = new URLSearchParams();
  if (query.view !== "statistics") params.set("view", query.view);
  writeRange(params, query.range);
  writeComparison(params, query.comparison);
  if (query.interval !== undefined) params.set("interval", query.interval);
  if (query.isPaused) params.set("refresh", "off");
  if (query.metric !== metrics[0]) params.set("chart", query.metric);
  addPopulation(params, query);
  for (const [card, name] of Object.entries(query.tabs)) params.set(card, name);
  if (query.weekMetric !== weekMetrics[0]) params.set("week", query.weekMetric);
  writeOpen(params, query.open);
  if (isReportView(query.view)) writeReportQuery(params, query.report);
  return writeParams(params);
}

/**
 * Writes a query string. Brackets and slashes stay as they are, which is valid and easier to read.
 */
export function writeParams(params: URLSearchParams): string {
  const text = params
    .toString()
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]")
    .replaceAll("%2F", "/");
  return text === "" ? "" : `?${text}`;
}

function readRange(params: URLSearchParams): Range {
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  if (isDay(from) && isDay(to) && from <= to) return { from, to } satisfies Days;
  return oneOf(rangeNames, params.get("range")) ?? defaultRange;
}

function writeRange(params: URLSearchParams, range: Range): void {
  if (typeof range === "object") {
    params.set("from", range.from);
    params.set("to", range.to);
  } else if (range !== defaultRange) {
    params.set("range", range);
  }
}

function readTabs(params: URLSearchParams): Record<string, DimensionName> {
  const chosen = cards.flatMap(({ id, tabs }): [string, DimensionName][] => {
    const name = oneOf(tabs, params.get(id));
    return name === undefined || name === tabs[0] ? [] : [[id, name]];
  });
  return Object.fromEntries(chosen);
}

function readOpen(params: URLSearchParams): WebsiteQuery["open"] {
  const name = params.get("card") ?? "";
  if (name === "annotations") {
    const day = params.get("day");
    const point = day ?? params.get("point") ?? "";
    const isPoint = /^[\d-]{7,10}(?:T\d\d:\d\d)?$/.test(point) && isDay(firstDayOf(point));
    return { name, point: isPoint ? point : undefined, ...(day !== null && { isDay: true }) };
  }
  const edits = params.get("edit") ?? "";
  if (name === "filter" && edits !== "") return { name, edits };
  if (!isDimension(name)) return oneOf(plainDialogs, name);
  const page = Number(params.get("page") ?? 1);
  return {
    name,
    search: params.get("search") ?? "",
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000_000 ? page : 1,
    sort: oneOf(statSorts, params.get("sort")) ?? "count",
  };
}

function writeOpen(params: URLSearchParams, open: WebsiteQuery["open"]): void {
  if (open === undefined) return;
  if (typeof open === "string") {
    params.set("card", open);
    return;
  }
  params.set("card", open.name);
  if (open.name === "annotations") {
    if (open.point !== undefined) params.set(open.isDay ? "day" : "point", open.point);
    return;
  }
  if (open.name === "filter") {
    params.set("edit", open.edits);
    return;
  }
  if (open.search !== "") params.set("search", open.search);
  if (open.sort !== "count") params.set("sort", open.sort);
  if (open.page > 1) params.set("page", String(open.page));
}

function oneOf<T extends string>(known: readonly T[], text: string | null): T | undefined {
  return known.find((name) => name === text);
}
