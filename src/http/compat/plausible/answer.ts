import { demand } from "../refusals.ts";
import type { Money } from "../reports.ts";
import type { Condition } from "./filters.ts";
import { count, countBy, type Grouping, type Numbers } from "./numbers.ts";
import type { Plan } from "./plan.ts";
import { isMetric, type Metric, type MetricName, metrics } from "./words.ts";

interface Revenue {
  readonly value: number;
  readonly currency: string;
  readonly short: string;
  readonly long: string;
}

export type Value = number | Revenue | null;

interface AnswerRow {
  readonly words: readonly string[];
  readonly values: readonly Value[];
}

/** A column that rows are sorted by: a metric, or a dimension by its place. */
export interface Order {
  readonly column: MetricName | number;
  readonly isDown: boolean;
}

export interface Question {
  readonly plan: Plan;
  readonly metrics: readonly MetricName[];
  readonly version: 1 | 2;
  /** Gets why metrics are null. */
  readonly warnings: Map<MetricName, keyof typeof warningTexts>;
}

interface RowsQuestion extends Question, Grouping {
  readonly order: readonly Order[];
  readonly limit: number;
  readonly offset: number;
}

const warningTexts = {
  not_counted: "It is null, as Footfall does not count it with these dimensions and filters.",
  no_revenue_goals_matching: "Revenue is null, as no event of the goals has any.",
  no_single_revenue_currency: "Revenue is null, as it is in several currencies.",
};

/** Returns the metrics. Throws `Refused` if Plausible refuses them with the rest of a question. */
export function checkMetrics(
  names: readonly unknown[],
  dimensions: readonly string[],
  { conditions, version }: { readonly conditions: readonly Condition[]; readonly version: 1 | 2 },
): MetricName[] {
  const filters = conditions.filter(({ isBehavioral }) => !isBehavioral).map(({ name }) => name);
  const asked = [...dimensions, ...filters];
  const isOfValues = dimensions.some((dimension) => !dimension.startsWith("time"));
  return names.map((name, i) => {
    const at = version === 2 ? `#/metrics/${i}: ` : "";
    const metric = `${at}Metric \`${String(name)}\``;
    demand(isMetric(name, version), `${at}Invalid metric "${String(name)}"`);
    demand(names.indexOf(name) === i, `${metric} is there twice`);
    const { needs }: Metric = metrics[name];
    demand(!needs || asked.includes(needs), `${metric} needs a filter or dimension \`${needs}\``);
    const canHave = name !== "views_per_visit" || !isOfValues;
    demand(canHave, `${metric} cannot be asked with dimensions`);
    demand(name !== "percentage" || dimensions.length > 0, `${metric} needs dimensions`);
    return name;
  });
}

/** Resolves with the values of a whole range. */
export async function answerWhole(question: Question): Promise<readonly Value[]> {
  const numbers = await count(question.plan, question.metrics);
  return valuesOf(numbers, question, await totalsOf(question));
}

/** Resolves with the rows by dimensions that are asked for, and the number of all. */
export async function answerRows(question: RowsQuestion) {
  const { metrics: names, order, limit, offset } = question;
  const counted = await countBy(question.plan, question, names);
  const totals = await totalsOf(question);
  const rows = counted.map(
    ({ words, numbers }): AnswerRow => ({ words, values: valuesOf(numbers, question, totals) }),
  );
  const cell = ({ words, values }: AnswerRow, column: Order["column"]) => {
    const found = typeof column === "number" ? words[column] : values[names.indexOf(column)];
    return (typeof found === "object" ? found?.value : found) ?? null;
  };
  rows.sort((a, b) => {
    for (const { column, isDown } of order) {
      const [left, right] = [cell(a, column), cell(b, column)];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      return left < right === isDown ? 1 : -1;
    }
    return 0;
  });
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

/** Returns the values of a unit of time in which nothing happened. */
export function emptyValues({ metrics: names, warnings }: Question): Value[] {
  return names.map((name) => ("empty" in metrics[name] || warnings.has(name) ? null : 0));
}

/** Resolves with the visitors of the whole range: those who are asked about, and all. */
async function totalsOf({ plan, metrics: names }: Question) {
  const visitorsOf = async (one: Plan) => (await count(one, []))["visitors"];
  const visitors = names.includes("percentage") ? await visitorsOf(plan) : 0;
  const all = names.includes("conversion_rate") ? await visitorsOf({ scope: plan.scope }) : 0;
  return { visitors, all };
}

function valuesOf(
  numbers: Numbers,
  question: Question,
  totals: Awaited<ReturnType<typeof totalsOf>>,
): Value[] {
  const { metrics: names, version, warnings } = question;
  const { visitors, group } = numbers;
  const share = (of: unknown) => {
    if (typeof visitors !== "number" || typeof of !== "number") return undefined;
    return of === 0 ? null : visitors / of;
  };
  const shares: Numbers = {
    percentage: share(totals.visitors),
    group_conversion_rate: share(group),
    // In v1 the rate is that of the row's own visitors.
    conversion_rate: share(version === 1 ? (group ?? totals.all) : totals.all),
  };
  return names.map((name) => {
    const { digits = 3, isShare, empty }: Metric = metrics[name];
    const number = name in shares ? shares[name] : numbers[name];
    if (number === undefined) {
      warnings.set(name, "not_counted");
      return null;
    }
    if (number === null) return empty === null ? null : 0;
    if (typeof number === "number") {
      return Math.round((isShare ? 100 : 1) * number * 10 ** digits) / 10 ** digits;
    }
    const revenue = revenueOf(number);
    if (typeof revenue !== "string") return revenue;
    warnings.set(name, revenue);
    return null;
  });
}

function revenueOf(amounts: readonly Money[]): Revenue | keyof typeof warningTexts {
  const [{ currency } = { currency: "" }, ...more] = amounts;
  if (currency === "") return "no_revenue_goals_matching";
  if (more.some((one) => one.currency !== currency)) return "no_single_revenue_currency";
  const value = Math.round(amounts.reduce((sum, { amount }) => sum + amount, 0) * 1e4) / 1e4;
  const textOf = (form: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat("en", { style: "currency", currency, ...form }).format(value);
  const short = textOf({ notation: "compact", maximumFractionDigits: 1 });
  return { value, currency, short, long: textOf({}) };
}

/** Returns the warnings about metrics that are null in all rows; undefined if none is. */
export function warningsOf(
  { metrics: names, warnings }: Question,
  rows: readonly Pick<AnswerRow, "values">[],
) {
  const empty = names.flatMap((name, i) => {
    const code = warnings.get(name);
    if (code === undefined || rows.some(({ values }) => values[i] !== null)) return [];
    return [[name, { code, warning: warningTexts[code] }] as const];
  });
  return empty.length === 0 ? undefined : Object.fromEntries(empty);
}

/** Returns the same as the text that v1 has, as a part of its answer. */
export function warningTextOf(question: Question, rows: readonly Pick<AnswerRow, "values">[]) {
  const warnings = Object.entries(warningsOf(question, rows) ?? {});
  const texts = warnings.map(([name, { warning }]) => `${name}: ${warning}`);
  return texts.length > 0 && { warning: texts.join(" ") };
}
