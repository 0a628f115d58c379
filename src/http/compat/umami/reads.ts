import { invalid } from "../../../base/errors.ts";
import type { Api } from "../api.ts";
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
import { type ApiWebsite, toMe, toWebsite, websiteNameOf } from "./records.ts";
import { type ApiValue, words } from "./words.ts";

/** A request for something that Umami answers; `id` is the website's in the path. */
interface Asked {
  readonly api: Api;
  /** Asks the API for a file. Rejects if it refuses. */
  readonly readCsv: (path: string, query: URLSearchParams) => Promise<string>;
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
  "/me": async ({ api }) => toMe((await api.get("/api/v1/me")).data),
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

async function listWebsites({ api, query }: Asked) {
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
  const sorted = new URLSearchParams({
    search,
    sort_by: choiceOf(params, "orderBy", { domain: "domain", createdAt: "id", name: "domain" }),
    sort: choiceOf(params, "sortDescending", { true: "desc", false: "asc" }),
  });
  const end = page * pageSize;
  const { rows, total } = await api.list<ApiWebsite>("/api/v1/websites", sorted, end);
  const data = rows.slice(end - pageSize, end).map(toWebsite);
  return { data, count: total, page, pageSize, orderBy, ...(search !== "" && { search }) };
}

/** Resolves with the website of a request, and with its parameters, which are only these. */
async function websiteOf({ api, id, query }: Asked, names: readonly string[] = []) {
  const path = `/api/v1/websites/${encodeURIComponent(websiteNameOf(id))}`;
  const website: ApiWebsite = (await api.get(path)).data;
  return { website, params: readParams(query, names) };
}

async function active(asked: Asked) {
  const { id } = (await websiteOf(asked)).website;
  const { data } = await asked.api.get(`/api/v1/websites/${id}/live`);
  return { visitors: data.visitors };
}

/** Resolves with the moments between which the days with visitors lie. */
async function dateRange(asked: Asked) {
  const { id, timezone, created_at } = (await websiteOf(asked)).website;
  const dayAt = async (sort: string) => {
    const all = { name: "visitor", from: "2000-01-01", to: "9999-12-30", sort_by: "value", sort };
    const query = new URLSearchParams(all);
    return (await asked.api.get(`/api/v1/stats/${id}`, query)).data[0]?.value;
  };
  const [from, to] = [await dayAt("asc"), await dayAt("desc")];
  if (from === undefined || to === undefined) return { startDate: created_at, endDate: created_at };
  return momentsOf(hoursOf({ from, to }), timezone);
}

/** The numbers of days or of a value, unrounded. */
interface ApiNumbers {
  readonly pageviews: number;
  readonly visitors: number;
  readonly visits?: number | null;
  readonly bounce_rate?: number | null;
  readonly visit_duration?: number | null;
}

/** Returns totals: an unrounded average times the visits is the sum that the API has divided. */
function toTotals({ pageviews, visitors, visits, ...averages }: ApiNumbers) {
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
  const { website, hours, earlier, queryOf } = await readQuestion(asked);
  const path = `/api/v1/websites/${website.id}/summary`;
  const totalsOf = async (range: Hours) => {
    const query = queryOf(range, { unrounded: "1" });
    return toTotals((await asked.api.get(path, query)).data);
  };
  const [now, comparison] = await Promise.all([hours, earlier].map(totalsOf));
  return { ...now, comparison };
}

async function metrics(asked: Asked, isExpanded: boolean) {
  const { website, params, hours, queryOf } = await readQuestion(asked, [
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
  const query = queryOf(hours, { name, search, sort_by: counts, unrounded: "1" });
  type Row = ApiValue & ApiNumbers & { readonly count: number };
  const path = `/api/v1/stats/${website.id}`;
  const { rows } = await asked.api.list<Row>(path, query, end + 1);
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
  const { website, params, hours, earlier, queryOf } = await readQuestion(asked);
  const { id, timezone } = website;
  const interval = choiceOf(params, "unit", { hour: "hour", month: "month", day: "day" });
  const seriesOf = async (range: Hours) => {
    const query = queryOf(range, { name: "visitor", interval, sort_by: "value", sort: "asc" });
    const csv = await asked.readCsv(`/api/v1/stats/${id}`, query);
    const points = [...csv.matchAll(/^"([^"]+)",\d+,(\d+),(\d+)/gm)].map(
      ([, period = "", visitors, views]) => {
        const x = beginningOf(period, timezone);
        return { views: { x, y: Number(views) }, visitors: { x, y: Number(visitors) } };
      },
    );
    const pageviews = points.map(({ views }) => views).filter(({ y }) => y > 0);
    return { pageviews, sessions: points.map(({ visitors }) => visitors) };
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
  if (segment !== undefined) filters.push(["segment", segment]);
  const hours = readHours(params, website.timezone);
  const earlier = earlierHours(hours, choiceOf(params, "compare", { yoy: "yoy", prev: "prev" }));
  const queryOf = (range: Hours, own: Readonly<Record<string, string>>) =>
    new URLSearchParams([...Object.entries({ ...paramsOf(range), ...own }), ...filters]);
  asked.onRange(textOf(hours));
  return { website, params, hours, earlier, queryOf };
}
