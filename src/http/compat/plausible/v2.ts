import { zonedTime } from "../../../base/calendar.ts";
import { demand } from "../refusals.ts";
import { answerRows, answerWhole, checkMetrics, warningsOf } from "./answer.ts";
import { bucketsOf, dateRangeOf, intervalOf } from "./dates.ts";
import { readFiltersV2 } from "./filters.ts";
import { planOf } from "./plan.ts";
import { paramsOf, type Scope } from "./scope.ts";
import { crossed, dimensionOf, intervals, type MetricName } from "./words.ts";

type Asked = Pick<Scope, "reports"> & { readonly today: string };
type Json = Readonly<Record<string, unknown>>;

const properties = [
  "site_id",
  "metrics",
  "date_range",
  "dimensions",
  "filters",
  "order_by",
  "include",
  "pagination",
];
const flags = ["imports", "time_labels", "total_rows", "trim_relative_date_range"];
const dimensionsMax = 3;
const rowsMax = 10_000;

/** `POST /api/v2/query`: rows by up to three dimensions. */
export async function query({ reports, today }: Asked, body: Json) {
  const { timezone } = reports.site.website;
  checkNames("", body, properties);
  const { dimensions: asked = [], filters = [], include = {}, pagination = {} } = body;
  const written = readDimensions(asked);
  const conditions = readFiltersV2(filters);
  const { metrics: list } = body;
  demand(Array.isArray(list) && list.length > 0, "#/metrics: Invalid metrics, a list is expected");
  const metrics = checkMetrics(list, written, { conditions, version: 2 });
  const included = readInclude(include);
  const { limit, offset } = readPagination(pagination);
  const days =
    dateRangeOf(body["date_range"], today, timezone) ?? (await allDays({ reports, today }));
  const isTrimmed = included["trim_relative_date_range"] && typeof body["date_range"] === "string";
  const range = isTrimmed && days.to > today ? { ...days, to: today } : days;
  const time = written.find((name) => name.startsWith("time"));
  const named = intervals.find((one) => time === `time:${one}`);
  demand(time || !included["time_labels"], "#/include/time_labels: needs a time dimension");
  const interval = time === undefined ? undefined : (named ?? intervalOf(range));
  const order = readOrder(body["order_by"], written, metrics);
  const scope = { reports, range, hasImports: included["imports"] === true, filters: [] };
  const plan = await planOf(scope, conditions);
  const question = { plan, metrics, version: 2 as const, warnings: new Map() };
  const others = written.filter((name) => name !== time);
  const turned = others.toReversed();
  const dimensions = turned.join(" ") in crossed ? turned : others;
  const words = [time ?? [], dimensions].flat();
  const columns = order.map(([name, direction]) => {
    const column = words.includes(name) ? words.indexOf(name) : (name as MetricName);
    return { column, isDown: direction === "desc" };
  });
  const cut = { order: columns, limit, offset };
  const { rows, total } =
    words.length === 0
      ? { rows: [{ words: [], values: await answerWhole(question) }], total: 1 }
      : await answerRows({ ...question, ...cut, dimensions, interval });
  const results = rows.map((row) => ({
    metrics: row.values,
    dimensions: written.map((name) => row.words[words.indexOf(name)]),
  }));
  const warnings = warningsOf(question, rows);
  const labels = included["time_labels"] && interval ? bucketsOf(range, interval) : undefined;
  const meta = {
    ...(included["imports"] && (await importsOf(scope))),
    ...(warnings && { metric_warnings: warnings }),
    ...(labels && { time_labels: labels.map(({ label }) => label) }),
    ...(included["total_rows"] && { total_rows: total }),
  };
  const from = zonedTime(timezone, range.from, "00:00:00");
  const to = zonedTime(timezone, range.to, "23:59:59");
  const resolved = {
    site_id: body["site_id"],
    metrics,
    date_range: [from, to],
    filters,
    dimensions: written,
    order_by: order,
    include,
    pagination: { offset, limit },
  };
  return { results, meta, query: resolved };
}

function checkNames(path: string, given: unknown, known: readonly string[]): void {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  demand(isObject, `#${path}: an object is expected`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  demand(unknown === undefined, `#${path}/${unknown}: Unknown property`);
}

function readDimensions(asked: unknown): string[] {
  const isList = Array.isArray(asked) && asked.length <= dimensionsMax;
  const hint = `a list of ${dimensionsMax} at most is expected`;
  demand(isList, `#/dimensions: Invalid dimensions, ${hint}`);
  const isTime = (name: unknown) =>
    name === "time" || intervals.some((interval) => name === `time:${interval}`);
  return asked.map((name: unknown, i) => {
    const isKnown = typeof name === "string" && (isTime(name) || dimensionOf(name) !== undefined);
    const isFirst = asked.findIndex((one) => one === name || (isTime(one) && isTime(name))) === i;
    demand(isKnown && isFirst, `#/dimensions/${i}: Invalid dimension "${String(name)}"`);
    return name;
  });
}

function readInclude(include: unknown): Readonly<Record<string, boolean>> {
  checkNames("/include", include, flags);
  const wrong = Object.entries(include as Json).find(([, value]) => typeof value !== "boolean");
  demand(wrong === undefined, `#/include/${wrong?.[0]}: must be true or false`);
  return include as Record<string, boolean>;
}

function readPagination(pagination: unknown): { readonly limit: number; readonly offset: number } {
  checkNames("/pagination", pagination, ["limit", "offset"]);
  const { limit = rowsMax, offset = 0 } = pagination as Record<string, number>;
  const isLimit = Number.isSafeInteger(limit) && limit >= 1 && limit <= rowsMax;
  demand(isLimit, `#/pagination/limit: must be a whole number from 1 to ${rowsMax}`);
  const isOffset = Number.isSafeInteger(offset) && offset >= 0;
  demand(isOffset, "#/pagination/offset: must be a whole number from 0");
  return { limit, offset };
}

/** Returns the order that is asked for, or by time or else the first metric; then by the words. */
function readOrder(asked: unknown, written: readonly string[], metrics: readonly MetricName[]) {
  const time = written.find((name) => name.startsWith("time"));
  const own = [...(time ? [[time, "asc"]] : []), [metrics[0], "desc"]];
  demand(asked === undefined || Array.isArray(asked), "#/order_by: a list is expected");
  const order = (asked ?? own).map((entry: unknown, i) => {
    const [column, direction, ...more] = Array.isArray(entry) ? entry : [];
    const isColumn = [...written, ...metrics].includes(column) && more.length === 0;
    const isOrder = isColumn && (direction === "asc" || direction === "desc");
    demand(isOrder, `#/order_by/${i}: Invalid order ${JSON.stringify(entry)}`);
    return [column as string, direction as string] as const;
  });
  const others = written.filter((name) => !order.some(([column]) => column === name));
  return [...order, ...others.map((name) => [name, "asc"] as const)];
}

/** Resolves with the days from the first one that has statistics until today. */
async function allDays({ reports, today }: Asked) {
  const days = { name: "visit", sort_by: "value", sort: "asc", from: "1970-01-01", to: today };
  const [first] = await reports.breakdown(days, { limit: 1 });
  return { from: first?.value ?? today, to: today };
}

async function importsOf(scope: Scope): Promise<Json> {
  const { importedDays } = await scope.reports.summary(paramsOf(scope));
  if (importedDays > 0) return { imports_included: true };
  return { imports_included: false, imports_skip_reason: "no_imported_data" };
}
