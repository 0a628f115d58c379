import { demand } from "../refusals.ts";
import {
  answerRows,
  answerWhole,
  checkMetrics,
  emptyValues,
  type Value,
  warningTextOf,
} from "./answer.ts";
import { bucketsOf, periodOf, type Range } from "./dates.ts";
import { readFiltersV1 } from "./filters.ts";
import { planOf } from "./plan.ts";
import type { Scope } from "./scope.ts";
import { dimensionOf, intervals, type MetricName } from "./words.ts";

export type Query = Readonly<Record<string, string | undefined>>;
type Asked = Pick<Scope, "reports"> & { readonly query: Query; readonly today: string };

const version = /^(visit:(?:browser|os))_version$/;
const rowsMax = 1_000;

async function read(asked: Asked, dimensions: readonly string[], other?: Range) {
  const { reports, query, today } = asked;
  const { metrics: written = "visitors", filters = "", period = "30d", date, compare } = query;
  const conditions = readFiltersV1(filters);
  const names = written.split(",").map((name) => name.trim());
  const metrics = checkMetrics(names, dimensions, { conditions, version: 1 });
  const canCompare = compare === "previous_period" && dimensions.length === 0;
  demand(compare === undefined || canCompare, "`compare` is previous_period, for aggregate alone");
  const range = other ?? periodOf(period, date, today);
  const hasImports = query["with_imported"] === "true";
  const plan = await planOf({ reports, range, hasImports, filters: [] }, conditions);
  return { plan, metrics, version: 1 as const, warnings: new Map() };
}

/** `GET /api/v1/stats/realtime/visitors`: the visitors of the last five minutes. */
export async function realtimeVisitors({ reports }: Asked): Promise<number> {
  return (await reports.live()).visitors;
}

/** `GET /api/v1/stats/aggregate`: numbers of a range, perhaps with their change. */
export async function aggregate(asked: Asked) {
  const question = await read(asked, []);
  const now = await answerWhole(question);
  const { reports, range } = question.plan.scope;
  // The days before count whole here.
  const other = asked.query["compare"] && (await reports.daysBefore(range));
  const before = other ? await answerWhole(await read(asked, [], other)) : undefined;
  const results = question.metrics.map((name, i) => {
    const value = now[i] ?? null;
    return [name, before ? { value, change: changeOf(name, value, before[i]) } : { value }];
  });
  return { results: Object.fromEntries(results), ...warningTextOf(question, [{ values: now }]) };
}

function changeOf(name: MetricName, now: Value, before: Value | undefined): number | null {
  if (typeof now !== "number" || typeof before !== "number") return null;
  if (name === "conversion_rate") return Math.round((now - before) * 10) / 10;
  if (name === "bounce_rate") return now - before;
  if (before === 0) return now > 0 ? 100 : 0;
  return Math.round((100 * (now - before)) / before);
}

/** `GET /api/v1/stats/timeseries`: numbers by hour, day, week or month, zeros included. */
export async function timeseries(asked: Asked) {
  const { period = "30d", interval: named } = asked.query;
  const own = period === "day" ? "hour" : period.endsWith("mo") ? "month" : "day";
  const interval = intervals.find((one) => one === (named?.replace(/^date$/, "day") ?? own));
  demand(interval, "`interval` must be hour, date, day, week or month");
  const question = await read(asked, ["time"]);
  const { plan, metrics } = question;
  const buckets = bucketsOf(plan.scope.range, interval);
  const all = { dimensions: [], order: [], offset: 0, limit: buckets.length };
  const { rows } = await answerRows({ ...question, ...all, interval });
  const byLabel = new Map(rows.map(({ words, values }) => [words[0], values]));
  const results = buckets.map(({ label }) => ({
    date: label,
    ...toObject(metrics, byLabel.get(label) ?? emptyValues(question)),
  }));
  return { results, ...warningTextOf(question, rows) };
}

function toObject(names: readonly string[], values: readonly unknown[]) {
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

/** `GET /api/v1/stats/breakdown`: the values of one property. */
export async function breakdown(asked: Asked) {
  const { property = "", limit: written } = asked.query;
  demand(dimensionOf(property), `\`property\`: Footfall has no property "${property}"`);
  const limit = integerOf("limit", written ?? "100", rowsMax);
  const page = integerOf("page", asked.query["page"] ?? "1");
  const question = await read(asked, [property]);
  const { metrics } = question;
  // A version has what it is the version of beside it.
  const dimensions = [version.exec(property)?.[1] ?? [], property].flat();
  const order = [
    { column: metrics[0] ?? 0, isDown: true },
    { column: dimensions.length - 1, isDown: false },
  ];
  const cut = { order, limit, offset: (page - 1) * limit };
  const { rows } = await answerRows({ ...question, ...cut, dimensions });
  const keys = dimensions.map((name) => name.replace(/^(?:event:props|event|visit):/, ""));
  const results = rows.map(({ words, values }) => ({
    ...toObject(keys, words),
    ...toObject(metrics, values),
  }));
  return { results, ...warningTextOf(question, rows) };
}

/** Returns a number from 1 on. Throws `Refused` if the text is none. */
export function integerOf(name: string, text: string, max = 1_000_000): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  demand(number >= 1 && number <= max, `\`${name}\` must be a whole number from 1 to ${max}`);
  return number;
}
