import { type Caller, may } from "../../../access/rights.ts";
import { isoSeconds } from "../../../base/calendar.ts";
import { invalid, Problem } from "../../../base/errors.ts";
import type { Website } from "../../../websites/website.ts";
import type { Websites } from "../../../websites/websites.ts";
import { findReadable, forbidden, listReadable } from "../../access/require-need.ts";
import { selectWebsites } from "../../websites/website-list-params.ts";
import { gatherFilters, type Params, type Reports } from "../reports.ts";
import { readFilters } from "./filters.ts";
import { choiceOf, integerOf, readParams } from "./params.ts";
import {
  beginningOf,
  earlierHours,
  type Hours,
  hoursOf,
  momentsOf,
  paramsOf,
  readHours,
  textOf,
} from "./range.ts";
import { toMe, toWebsite, websiteNameOf } from "./records.ts";
import { words } from "./words.ts";

/** A request for something that Umami answers; `id` is the website's in the path. */
interface Asked {
  readonly websites: Websites;
  /** Resolves with who asks. Rejects with `Problem` UNAUTHORIZED if nobody has the token. */
  readonly findCaller: () => Promise<Caller>;
  readonly reportsOf: (website: Website) => Promise<Reports>;
  readonly id: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Gets the hours that an answer counts. */
  readonly onRange: (range: string) => void;
}

/** Rows that can be asked for at most. */
const rowsMax = 10_000;

/** The reads by their paths below `/api`. */
export const reads: Readonly<Record<string, (asked: Asked) => Promise<unknown>>> = {
  "/heartbeat": async () => ({ ok: true }),
  "/me": async ({ findCaller, websites }) => toMe(await findCaller(), websites),
  "/me/websites": listWebsites,
  "/websites": listWebsites,
  "/websites/:websiteId": async (asked) => toWebsite((await websiteOf(asked)).website),
  "/websites/:websiteId/active": active,
  "/websites/:websiteId/daterange": dateRange,
  "/websites/:websiteId/metrics": (asked) => metrics(asked, false),
  "/websites/:websiteId/metrics/expanded": (asked) => metrics(asked, true),
  "/websites/:websiteId/pageviews": pageViews,
  "/websites/:websiteId/stats": stats,
};

async function listWebsites({ findCaller, websites, query }: Asked) {
  const params = readParams(query, [
    "page",
    "pageSize",
    "search",
    "query",
    "orderBy",
    "sortDescending",
    "includeTeams",
  ]);
  const page = integerOf(params, "page", [1, 1_000, 1]);
  const pageSize = integerOf(params, "pageSize", [1, 1_000, 20]);
  const orderBy = params.get("orderBy") ?? "name";
  const search = params.get("search") ?? params.get("query") ?? "";
  const sorted = {
    search,
    sort_by: choiceOf(params, "orderBy", { domain: "domain", createdAt: "id", name: "domain" }),
    sort: choiceOf(params, "sortDescending", { true: "desc", false: "asc" }),
  } as const;
  const caller = await findCaller();
  if (!may(caller, "read")) throw forbidden("read");
  const all = selectWebsites(await listReadable(caller, websites), sorted);
  const end = page * pageSize;
  const data = all.slice(end - pageSize, end).map(toWebsite);
  return { data, count: all.length, page, pageSize, orderBy, ...(search !== "" && { search }) };
}

/** Resolves with the website of a request, and with its parameters, which are only these. */
async function websiteOf(asked: Asked, names: readonly string[] = []) {
  const { findCaller, websites, id, query } = asked;
  const website = await findReadable(await findCaller(), websiteNameOf(id), websites);
  if (website === undefined) throw new Problem("WEBSITE_NOT_FOUND");
  return { website, params: readParams(query, names) };
}

async function active(asked: Asked) {
  const reports = await asked.reportsOf((await websiteOf(asked)).website);
  const { visitors } = await reports.live();
  return { visitors };
}

/** Resolves with the moments between which the days with visitors lie. */
async function dateRange(asked: Asked) {
  const { website } = await websiteOf(asked);
  const reports = await asked.reportsOf(website);
  const dayAt = async (sort: string) => {
    const all = { name: "visitor", from: "2000-01-01", to: "9999-12-30", sort_by: "value", sort };
    const [first] = await reports.breakdown(all, { limit: 1 });
    return first?.value;
  };
  const [from, to] = [await dayAt("asc"), await dayAt("desc")];
  const created = isoSeconds(website.createdAt);
  if (from === undefined || to === undefined) return { startDate: created, endDate: created };
  return momentsOf(hoursOf({ from, to }), website.timezone);
}

/** The numbers of days or of a value, unrounded. */
interface Numbers {
  readonly pageviews: number | null;
  readonly visitors: number | null;
  readonly visits?: number | null;
  readonly bounce_rate?: number | null;
  readonly visit_duration?: number | null;
}

/** Returns totals: an unrounded average times the visits is the sum that the API has divided. */
function toTotals({ pageviews, visitors, visits, ...averages }: Numbers) {
  if (typeof visits !== "number") throw invalid({ type: ["has rows without visits"] });
  return {
    pageviews,
    visitors,
    visits,
    bounces: Math.round((averages.bounce_rate ?? 0) * visits),
    totaltime: Math.round((averages.visit_duration ?? 0) * visits),
  };
}

async function stats(asked: Asked) {
  const { reports, hours, earlier, queryOf } = await readQuestion(asked);
  const totalsOf = async (range: Hours) =>
    toTotals((await reports.summary(queryOf(range), { isExact: true })).data);
  const [now, comparison] = await Promise.all([totalsOf(hours), totalsOf(earlier)]);
  return { ...now, comparison };
}

async function metrics(asked: Asked, isExpanded: boolean) {
  const { reports, params, hours, queryOf } = await readQuestion(asked, [
    "type",
    "limit",
    "offset",
    "search",
  ]);
  const type = params.get("type") ?? "";
  const word = words.get(type);
  if (word === undefined)
    throw invalid({ type: [`must be one of ${[...words.keys()].join(", ")}`] });
  const offset = integerOf(params, "offset", [0, rowsMax - 1_001, 0]);
  const end = offset + integerOf(params, "limit", [1, 1_000, 500]);
  const search = params.get("search") ?? "";
  // Codes and names of a value contain different texts.
  if (search !== "" && word.codes) throw invalid({ search: [`is not possible with ${type}`] });
  const { name, counts = "visitors", none, leavesOutNone, isPlace } = word;
  const query = queryOf(hours, { name, search, sort_by: counts });
  const rows = await reports.breakdown(query, { limit: end + 1, isExact: true });
  const listed = rows.filter(({ value }) => !(leavesOutNone && value === none));
  return listed.slice(offset, end).map((row) => {
    const x = row.value === none ? null : (word.codes?.write(row) ?? row.value);
    const place = isPlace && { country: row.code ?? null };
    return isExpanded
      ? { name: x ?? "", ...toTotals(row), ...place }
      : { x, y: row[counts], ...place };
  });
}

async function pageViews(asked: Asked) {
  const { reports, params, hours, earlier, queryOf } = await readQuestion(asked);
  const { timezone } = reports.site.website;
  const interval = choiceOf(params, "unit", { hour: "hour", month: "month", day: "day" });
  const seriesOf = async (range: Hours) => {
    const query = queryOf(range, { name: "visitor", interval, sort_by: "value", sort: "asc" });
    // No interval is shorter than an hour.
    const points = await reports.breakdown(query, { limit: range.end - range.start });
    const seriesOfNumber = (number: "pageviews" | "visitors") =>
      points.map((point) => ({ x: beginningOf(point.value, timezone), y: point[number] ?? 0 }));
    const pageviews = seriesOfNumber("pageviews").filter(({ y }) => y > 0);
    return { pageviews, sessions: seriesOfNumber("visitors") };
  };
  const series = await seriesOf(hours);
  if (!params.has("compare")) return series;
  const compare = { ...(await seriesOf(earlier)), ...momentsOf(earlier, timezone) };
  return { ...series, ...momentsOf(hours, timezone), compare };
}

/** Reads the parameters that all questions about a range have. */
async function readQuestion(asked: Asked, more: readonly string[] = []) {
  const names = [
    "startAt",
    "endAt",
    "startDate",
    "endDate",
    "timezone",
    "unit",
    "compare",
    "match",
    "segment",
    ...more,
  ];
  const { website, params } = await websiteOf(asked, names);
  choiceOf(params, "match", { all: "" });
  choiceOf(params, "unit", { minute: "", hour: "", day: "", month: "", year: "" });
  const filters = readFilters(params);
  const segment = params.get("segment");
  const hours = readHours(params, website.timezone);
  const earlier = earlierHours(hours, choiceOf(params, "compare", { yoy: "yoy", prev: "prev" }));
  const queryOf = (range: Hours, own: Params = {}): Params => ({
    ...paramsOf(range),
    ...own,
    ...gatherFilters(filters),
    ...(segment !== undefined && { segment }),
  });
  asked.onRange(textOf(hours));
  return { reports: await asked.reportsOf(website), params, hours, earlier, queryOf };
}
