import { demand } from "../refusals.ts";
import type { Money } from "../reports.ts";
import { bucketsOf } from "./dates.ts";
import { canNarrow, canOverlap, type Did, narrowed, onlyEventOf, type Plan } from "./plan.ts";
import {
  type Goal,
  listGoals,
  listValues,
  paramsOf,
  propKeyOf,
  type Row,
  type Scope,
  summaryOf,
  valueParamsOf,
  withFilter,
} from "./scope.ts";
import { crossed, dimensionOf, type Interval, wordOf } from "./words.ts";

/**
 * The numbers of a row, by the names of metrics. One that is not there is one that the API has no
 * answer for. `group` are the visitors of the row, whether or not they reached the goal.
 */
export type Numbers = Readonly<Record<string, number | null | undefined | readonly Money[]>>;

/** A row with the words of its dimensions. */
interface Counted {
  readonly words: readonly string[];
  readonly numbers: Numbers;
}

export interface Grouping {
  /** The dimensions beside time. */
  readonly dimensions: readonly string[];
  readonly interval?: Interval | undefined;
}

/** Intervals that are asked one by one, where the API has no time series; rows of all of them. */
const questionsMax = 31;
const rowsMax = 20_000;
const goalOf = (did?: Did): Goal | undefined =>
  did?.goals?.length === 1 ? did.goals[0] : undefined;

/** Resolves with the numbers of a whole range. `names` are those of the metrics. */
export async function count({ scope, did }: Plan, names: readonly string[]): Promise<Numbers> {
  if (did !== undefined) return countDone(scope, did, names);
  const numbers = numbersOf(await summaryOf(scope));
  if (!names.includes("events")) return numbers;
  const custom = await listValues(scope, "event");
  const events = custom.reduce((sum, row) => sum + Number(row["count"]), 0);
  return { ...numbers, events: Number(numbers["pageviews"]) + events };
}

/** Returns the numbers that a row of the API has for everything that visitors did. */
function numbersOf(row: Row): Numbers {
  const { visitors, visits, pageviews, events, views_per_visit, bounce_rate, visit_duration } = row;
  const ofVisits = { visits, views_per_visit, bounce_rate, visit_duration };
  return { visitors, pageviews, events, ...ofVisits } as Numbers;
}

/** Resolves with the values of a dimension, and with their events if these are asked for. */
async function countValues(
  scope: Scope,
  { name, ...more }: { readonly name: string; readonly interval?: Interval },
  names: readonly string[],
): Promise<readonly Row[]> {
  const rows = await listValues(scope, name, more);
  if (!names.includes("events")) return rows;
  const custom = await scope.reports.events(valueParamsOf(scope, { name, ...more }));
  const counts = new Map(custom.map(({ value, conversions }) => [value, conversions]));
  const eventsOf = ({ value, pageviews }: Row) =>
    Number(pageviews) + (counts.get(String(value)) ?? 0);
  return rows.map((row) => ({ ...row, events: eventsOf(row) }));
}

async function countDone(scope: Scope, did: Did, names: readonly string[]): Promise<Numbers> {
  const all = (await doneRows(scope, did)).map(({ numbers }) => numbers);
  const nothing = { visitors: 0, count: 0, pageviews: 0, conversions: 0 };
  const [only = numbersOfDone(nothing, did), ...more] = all;
  if (more.length === 0) {
    return names.includes("average_revenue") ? { ...only, ...(await averageOf(scope, did)) } : only;
  }
  const { visitors } = canNarrow(did) ? await summaryOf(narrowed(scope, did)) : {};
  const numbers = { visitors: visitors as number | undefined, group: only["group"] };
  const { goals = [] } = did;
  const isSum = !goals.some((goal, i) => goals.slice(0, i).some((one) => canOverlap(goal, one)));
  const revenue = all.flatMap((one) => (one["total_revenue"] ?? []) as readonly Money[]);
  return isSum ? { ...added(all), total_revenue: revenue, ...numbers } : numbers;
}

function added(all: readonly Numbers[]): Numbers {
  const names = ["visitors", "visits", "pageviews", "events", "group"];
  const there = names.filter((name) => all.every((one) => typeof one[name] === "number"));
  const sumOf = (name: string) => all.reduce((sum, one) => sum + Number(one[name]), 0);
  return Object.fromEntries(there.map((name) => [name, sumOf(name)]));
}

/** Resolves with the rows of that which was done: of pages, names, goals, or values of a prop. */
async function doneRows(scope: Scope, did: Did): Promise<Counted[]> {
  const { native, event } = did;
  const own = native === "page" && canNarrow(did) ? narrowed(scope, did) : scope;
  const ofProp = { none: "1", ...(event && { event }) };
  const rows: readonly Row[] =
    native === "goal"
      ? await scope.reports.goals(paramsOf(scope))
      : await listValues(own, native, propKeyOf(native) === undefined ? {} : ofProp);
  const { visitors: group } = native === "goal" ? await summaryOf(scope) : {};
  return rows
    .map((row) => ({ word: String(row["name"] ?? row["value"]), row: { ...row, group } as Row }))
    .filter(({ word }) => did.matches(word))
    .map(({ word, row }) => ({ words: [word], numbers: numbersOfDone(row, did) }));
}

/** Returns the numbers of those who did something, and of their events. */
function numbersOfDone(row: Row, { native, goals = [] }: Pick<Did, "native" | "goals">): Numbers {
  const visitors = Number(row["converted"] ?? row["visitors"]);
  if (native === "page") {
    const { pageviews, engagement_seconds: time_on_page = null, scroll_depth = null } = row;
    // Custom events are on no page.
    return { visitors, pageviews, events: pageviews, time_on_page, scroll_depth } as Numbers;
  }
  if (native !== "goal") {
    return { visitors, events: Number(row["count"]), ...(native === "event" && { pageviews: 0 }) };
  }
  const events = Number(row["conversions"]);
  const { type } = goals.find(({ id }) => id === row["id"]) ?? goals[0] ?? {};
  const total_revenue = (row["revenue"] ?? []) as unknown as readonly Money[];
  const group = Number(row["group"] ?? row["visitors"]);
  return { visitors, events, pageviews: type === "page" ? events : 0, total_revenue, group };
}

async function averageOf(scope: Scope, did: Did): Promise<Numbers> {
  const event = onlyEventOf(did);
  if (event === undefined) return {};
  const rows = await scope.reports.revenue(paramsOf(scope, { event }));
  const average_revenue = rows
    .filter((row) => row.average_order !== null)
    .map((row) => ({ currency: row.currency, amount: Number(row.average_order) }));
  return { average_revenue };
}

/**
 * Resolves with the rows by dimensions and time. A row has the label of its time before its other
 * words. Units and values in which nothing happened are left out.
 */
export async function countBy(
  plan: Plan,
  { dimensions, interval }: Grouping,
  names: readonly string[],
): Promise<Counted[]> {
  const countOf = (own: Plan) => countByValues(own, dimensions, names);
  if (interval === undefined) return (await countOf(plan)).filter(isSomething);
  const series = dimensions.length === 0 ? await countSeries(plan, interval, names) : undefined;
  if (series !== undefined) return series.filter(isSomething);
  const buckets = bucketsOf(plan.scope.range, interval);
  const canAsk = interval !== "hour" && buckets.length <= questionsMax;
  demand(canAsk, `Footfall answers this by day, week or month, ${questionsMax} of them at most`);
  const rows: Counted[] = [];
  for (const { from, to, label } of buckets) {
    const own = { ...plan, scope: { ...plan.scope, range: { from, to } } };
    const found = await countOf(own);
    rows.push(...found.map(({ words, numbers }) => ({ words: [label, ...words], numbers })));
    demand(rows.length <= rowsMax, `The answer has more than ${rowsMax} rows: ask for fewer days`);
  }
  return rows.filter(isSomething);
}

function isSomething({ numbers: { visitors, events } }: Counted): boolean {
  return Number(visitors ?? 0) > 0 || Number(events ?? 0) > 0;
}

/** Resolves with one of the API's time series, or with undefined if it has none that answers. */
async function countSeries({ scope, did }: Plan, interval: Interval, names: readonly string[]) {
  const goal = goalOf(did);
  if (did && (!goal || names.includes("average_revenue"))) return undefined;
  const params = { name: "visitor", interval };
  const rows: readonly Row[] = goal
    ? await scope.reports.goal(goal.id, valueParamsOf(scope, params))
    : await countValues(scope, params, names);
  const buckets = bucketsOf(scope.range, interval);
  const labels = new Map(buckets.map(({ value, label }) => [value, label]));
  return rows.flatMap((row): Counted[] => {
    const label = labels.get(String(row["value"]));
    const numbers = goal ? numbersOfDone(row, { native: "goal", goals: [goal] }) : numbersOf(row);
    const { visitors, pageviews, events, total_revenue } = numbers;
    // Our visits of an hour began in it, and its converted visitors converted on its day.
    const ofHour = goal ? { pageviews, events, total_revenue } : { visitors, pageviews, events };
    if (label === undefined) return [];
    return [{ words: [label], numbers: interval === "hour" ? ofHour : numbers }];
  });
}

async function countByValues(
  { scope, did }: Plan,
  dimensions: readonly string[],
  names: readonly string[],
): Promise<Counted[]> {
  if (dimensions.length === 0) return [{ words: [], numbers: await count({ scope, did }, names) }];
  const dimension = dimensionOf(dimensions.at(-1) ?? "");
  const firstOf = crossed[dimensions.join(" ")];
  const isCrossed = dimensions.length === 1 || firstOf !== undefined;
  demand(dimension && isCrossed, `Footfall has no report that crosses ${dimensions.join(" and ")}`);
  const { native, isOfEvents } = dimension;
  if (isOfEvents === true) return countByEvents(scope, native, did);
  const goal = goalOf(did);
  const params = { name: native };
  const rows: readonly Row[] = goal
    ? await scope.reports.goal(goal.id, valueParamsOf(scope, params))
    : await countValues(did ? narrowed(scope, did) : scope, params, did ? [] : names);
  const hasCountries = firstOf !== undefined && dimensions[0] === "visit:country_name";
  const listed = hasCountries ? await listValues(scope, "country") : [];
  const countries = new Map(listed.map(({ code, value }) => [code, String(value)]));
  const byWords = new Map<string, Counted>();
  for (const row of rows) {
    const word = wordOf(dimension, row);
    const first = firstOf?.(String(row["value"]), String(row["code"]));
    if (word === undefined || word === "") continue;
    const words = first === undefined ? [word] : [countries.get(first) ?? first, word];
    const own = did ? { visitors: Number(row["visitors"]) } : numbersOf(row);
    const numbers = goal ? numbersOfDone(row, { native: "goal", goals: [goal] }) : own;
    // Visitors have one place and one browser, so those of two values with one word are a sum.
    const other = byWords.get(words.join("\n"));
    byWords.set(words.join("\n"), {
      words,
      numbers: other ? added([numbers, other.numbers]) : numbers,
    });
  }
  return [...byWords.values()];
}

async function countByEvents(scope: Scope, native: string, did?: Did): Promise<Counted[]> {
  if (did?.native === native) return doneRows(scope, did);
  const event = did && onlyEventOf(did);
  const isCrossed = did === undefined || (event !== undefined && native.startsWith("prop:"));
  demand(isCrossed, `Footfall has no report that crosses ${native} and filters by other events`);
  const goals = native === "goal" ? await listGoals(scope.reports) : [];
  const rows = await doneRows(scope, { native, goals, patterns: [], matches: () => true, event });
  if (native !== "event") return rows;
  // Page views are events, too.
  const { visitors, pageviews } = numbersOf(await summaryOf(withFilter(scope, "page", ["*"])));
  return [...rows, { words: ["pageview"], numbers: { visitors, pageviews, events: pageviews } }];
}
