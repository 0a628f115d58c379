import { demand } from "../refusals.ts";
import type { Condition } from "./filters.ts";
import { matchingWords } from "./regular-expressions.ts";
import { type Goal, listGoals, listValues, type Scope, withFilter } from "./scope.ts";
import { dimensionOf, wordOf } from "./words.ts";

type Matches = (text: string) => boolean;

/**
 * The events that a question counts; its visitors are those who did them. Without it, everything
 * counts that visitors did.
 */
export interface Did {
  /** `page`, `event`, `goal` or `prop:KEY`. */
  readonly native: string;
  /** Its values, as a filter of the API has them. */
  readonly patterns: readonly string[];
  readonly matches: Matches;
  readonly goals?: readonly Goal[];
  /** The name that all of these events have, too, where a prop is asked for. */
  readonly event?: string | undefined;
}

export interface Plan {
  readonly scope: Scope;
  readonly did?: Did | undefined;
}

/** Values that the filters of the API have at most. */
const valuesMax = 20;
/** No value has it, so a filter with it selects nobody. */
const nobody = "\u{10FFFF}";
const fold = (text: string) => text.toLowerCase();
const escapePattern = (text: string) => text.replace(/[!*~\\]/g, "\\$&");

/** Returns whether a filter of the API can say what was done. */
export function canNarrow({ patterns }: Did): boolean {
  return patterns.length <= valuesMax;
}

/** Returns the scope with those visitors alone who did something. */
export function narrowed(scope: Scope, did: Did): Scope {
  const { length } = did.patterns;
  demand(canNarrow(did), `filters: ${length} values of ${did.native} match, and ${valuesMax} may`);
  demand(did.event === undefined, `filters: an event and ${did.native} cannot be asked for here`);
  return withFilter(scope, did.native, did.patterns);
}

/** Resolves with the plan for a question with these conditions. */
export async function planOf(whole: Scope, given: readonly Condition[]): Promise<Plan> {
  const values = given.filter((one) => !isExclusion(one)).flatMap((one) => one.values);
  demand(values.length <= valuesMax, `filters: more than ${valuesMax} values in all filters`);
  let scope = whole;
  const ofEvents: Condition[] = [];
  for (const condition of given.map(withoutPageview)) {
    const { dimension, isNegated, isBehavioral } = condition;
    if (dimension.native === "segment") {
      demand(scope.segment === undefined, "filters: a question has one segment");
      scope = { ...scope, segment: condition.values[0] ?? "" };
    } else if (dimension.isOfEvents === true && !isBehavioral) ofEvents.push(condition);
    else {
      const did = await select(whole, [{ ...condition, isNegated: false }]);
      const signed = did.patterns.map((pattern) => `${isNegated ? "!" : ""}${pattern}`);
      scope = narrowed(scope, { ...did, patterns: signed });
    }
  }
  return { scope, did: ofEvents.length === 0 ? undefined : await didOf(whole, ofEvents) };
}

/** Returns whether a condition leaves pages out of the rows, which needs no filter of the API. */
function isExclusion({ dimension, operator, isNegated, isBehavioral }: Condition): boolean {
  return dimension.native === "page" && operator === "is" && isNegated && !isBehavioral;
}

/** Returns the condition by pages where it is about page views as events. */
function withoutPageview(condition: Condition): Condition {
  const { dimension, operator, values, name } = condition;
  if (dimension.native !== "event" || !values.includes("pageview")) return condition;
  const page = dimensionOf("event:page");
  const isAlone = operator === "is" && values.length === 1;
  demand(isAlone && page, `filters: pageview cannot be one of several values of ${name}`);
  return { ...condition, dimension: page, operator: "begins", values: [""] };
}

async function didOf(scope: Scope, conditions: readonly Condition[]): Promise<Did> {
  const isOf = (kind: string) => (one: Condition) => one.dimension.native.startsWith(kind);
  if (conditions.every(isOf("page"))) return select(scope, conditions);
  const negated = conditions.find(({ isNegated }) => isNegated);
  demand(!negated, `filters: ${negated?.name} cannot be negated, but has_not_done can`);
  const props = conditions.filter(isOf("prop:"));
  const others = conditions.filter((one) => !props.includes(one));
  if (conditions.length === 1) return select(scope, conditions);
  const event = others.length === 1 ? onlyEventOf(await select(scope, others)) : undefined;
  const isPair = event !== undefined && props.length === 1 && props[0]?.values.length === 1;
  const names = conditions.map(({ name }) => name).join(" and ");
  demand(isPair, `filters: ${names} together cannot be answered`);
  return { ...(await select(scope, props)), event };
}

/** Resolves with the values of a dimension for which all conditions hold. */
async function select(scope: Scope, conditions: readonly Condition[]): Promise<Did> {
  const [only, ...more] = conditions;
  demand(only, "filters: there is none");
  const { dimension, name, operator, values, ignoresCase, isNegated } = only;
  const { native, none, wordOf: translates, unknown, isOfEvents } = dimension;
  if (native === "goal") return selectGoals(scope, only);
  const missing = operator === "is" ? values.find((value) => unknown?.test(value)) : undefined;
  demand(missing === undefined, `filters: Footfall has no ${name} "${missing}"`);
  const canMatch = operator !== "matches" || isOfEvents === true;
  demand(canMatch, `filters: ${name} takes no regular expression, and a * at the end alone`);
  const isPlain = more.length === 0 && !isNegated && !translates && !ignoresCase;
  if (isPlain && operator === "begins") {
    const matches: Matches = (value) => values.some((text) => value.startsWith(text));
    return { native, patterns: values.map((value) => `${escapePattern(value)}*`), matches };
  }
  if (isPlain && operator === "is") {
    const natives = values.map((value) => (none && value === (none[1] ?? "") ? none[0] : value));
    const matches: Matches = (value) => natives.includes(value);
    return { native, patterns: natives.map(escapePattern), matches };
  }
  const listed = await listValues(scope, native);
  const words = new Map(listed.map((row) => [String(row["value"]), wordOf(dimension, row) ?? ""]));
  const all = [...words.values()];
  const holds = await Promise.all(conditions.map((condition) => matcherOf(condition, all)));
  const holdsOf = ([, word]: readonly [string, string]) => holds.every((one) => one(word));
  const matching = new Set([...words].filter(holdsOf).map(([value]) => value));
  const matches: Matches = (value) => matching.has(value);
  const { size } = matching;
  if (isPlain && operator === "contains" && size > valuesMax) {
    // The API's ~ ignores case. Where it finds the same values, it is the same.
    const finds: Matches = (value) => values.some((text) => fold(value).includes(fold(text)));
    const isSame = [...words.keys()].every((value) => finds(value) === matches(value));
    if (isSame) return { native, patterns: values.map((text) => `~${text}`), matches };
  }
  // Pages are rows, which can be counted one by one.
  const isFew = size <= valuesMax || native === "page";
  demand(isFew, `filters: ${size} values of ${name} match, and ${valuesMax} may`);
  const patterns = matching.size === 0 ? [nobody] : [...matching].map(escapePattern);
  return { native, patterns, matches };
}

/** Resolves with what says of each of these words whether the condition holds for it. */
async function matcherOf(
  { operator, values, ignoresCase, isNegated }: Condition,
  words: readonly string[] = [],
): Promise<Matches> {
  const cased = ignoresCase ? fold : (text: string) => text;
  const texts = values.map(cased);
  if (operator === "matches") {
    const matched = await matchingWords(values, ignoresCase, words);
    return (word) => matched.has(word) !== isNegated;
  }
  if (operator === "is") {
    const wanted = new Set(texts);
    return (word) => wanted.has(cased(word)) !== isNegated;
  }
  const holds = (own: string, text: string) =>
    operator === "begins" ? own.startsWith(text) : own.includes(text);
  return (word) => texts.some((text) => holds(cased(word), text)) !== isNegated;
}

/** Resolves with the goals that a condition names: by their name, or as `Visit` and the page. */
async function selectGoals(scope: Scope, condition: Condition): Promise<Did> {
  const all = await listGoals(scope.reports);
  const { operator, values, ignoresCase } = condition;
  const ofPage = ({ type, value }: Goal) => (type === "page" ? `Visit ${value}` : "");
  const named = (text: string) =>
    all.find(({ name }) => name === text) ?? all.find((goal) => ofPage(goal) === text);
  const matches = await matcherOf(condition);
  const isExactly = operator === "is" && !ignoresCase;
  const isMatch = (goal: Goal) => matches(goal.name) || matches(ofPage(goal));
  const found = isExactly ? values.map(named) : all.filter(isMatch);
  const goals = found.filter((goal) => goal !== undefined);
  const isThere = goals.length > 0 && goals.length === found.length;
  demand(isThere, `filters: The site has no goal ${JSON.stringify(values)}`);
  const names = goals.map(({ name }) => name);
  const patterns = names.map(escapePattern);
  return { native: "goal", goals, patterns, matches: (text) => names.includes(text) };
}

/** Returns the name that all events have, if there is one and nothing else is asked of them. */
export function onlyEventOf({ native, goals = [], patterns }: Did): string | undefined {
  const [value, ...more] = native === "event" ? patterns : goals.map((goal) => goal.value);
  const isName = goals.every(
    ({ type, props }) => type === "event" && Object.keys(props).length === 0,
  );
  if (value === undefined || more.length > 0 || !isName || !isExact({ value })) return undefined;
  return value.replace(/\\([!*~\\])/g, "$1");
}

/** Returns whether an event can be one of both goals. */
export function canOverlap(a: Goal, b: Goal): boolean {
  return a.type === b.type && !(isExact(a) && isExact(b) && a.value !== b.value);
}

function isExact({ value }: Pick<Goal, "value">): boolean {
  return !value.startsWith("~") && !/(?:^|[^\\])(?:\\\\)*\*$/.test(value);
}
