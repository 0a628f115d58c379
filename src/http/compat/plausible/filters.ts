import { demand } from "../refusals.ts";
import { type Dimension, dimensionOf } from "./words.ts";

/** A condition for what a question counts. All conditions of a question must hold. */
export interface Condition {
  /** The dimension's name in Plausible, or `segment`. */
  readonly name: string;
  readonly dimension: Dimension;
  readonly operator: "is" | "begins" | "contains" | "matches";
  readonly isNegated: boolean;
  readonly values: readonly string[];
  readonly ignoresCase: boolean;
  /** Whether it is about visitors who did something, and not about the events that count. */
  readonly isBehavioral: boolean;
}

/** Levels of a filter of v2, and conditions of a question, at most. */
const depthMax = 10;
const conditionsMax = 20;

/** Reads the filters of v1, such as `event:page==/blog*;visit:source==Google|Bing`. */
export function readFiltersV1(text: string): Condition[] {
  const expressions = text === "" ? [] : text.split(/(?<!\\);/);
  demand(expressions.length <= conditionsMax, `filters: more than ${conditionsMax} filters`);
  return expressions.map((expression) => {
    const [, name = "", sign, written = ""] = /^\s*([^=!]+)(==|!=)(.+)$/s.exec(expression) ?? [];
    const dimension = dimensionOf(name);
    demand(dimension, `filters: cannot read \`${expression}\`; write PROPERTY==VALUE`);
    const isNegated = sign === "!=";
    const isGoal = name === "event:goal";
    const values = written.split(/(?<!\\)\|/).map((value) => value.replace(/\\([|;])/g, "$1"));
    const [value = "", ...more] = values;
    const hasWildcard = !isGoal && values.some((one) => one.includes("*"));
    const isSingle = more.length === 0;
    demand(!isNegated || (isSingle && !isGoal), `filters: != takes one value: \`${expression}\``);
    demand(!hasWildcard || isSingle, `filters: no * in a list: \`${expression}\``);
    const matched = hasWildcard ? wildcard(value) : { operator: "is" as const, values };
    return { name, dimension, isNegated, ignoresCase: false, isBehavioral: false, ...matched };
  });
}

function wildcard(value: string): Pick<Condition, "operator" | "values"> {
  if (/^[^*]+\*+$/.test(value)) return { operator: "begins", values: [value.replace(/\*+$/, "")] };
  const parts = value.split(/\*+/).map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&"));
  return { operator: "matches", values: [`^${parts.join(".*")}$`] };
}

/** Reads the filters of v2, such as `[["is", "event:page", ["/"]]]`. */
export function readFiltersV2(filters: unknown): Condition[] {
  demand(Array.isArray(filters), "#/filters: Invalid filters, a list is expected");
  const conditions = filters.flatMap((filter, i) => readFilter(filter, `#/filters/${i}`, 0));
  demand(conditions.length <= conditionsMax, `#/filters: more than ${conditionsMax} filters`);
  return conditions;
}

function readFilter(filter: unknown, path: string, depth: number): Condition[] {
  demand(Array.isArray(filter) && depth <= depthMax, `${path}: Invalid filter`);
  const [operator, operand, ...more] = filter as unknown[];
  if (operator === "and" || operator === "or") {
    const isList = Array.isArray(operand) && operand.length > 0 && more.length === 0;
    demand(isList, `${path}/1: "${operator}" takes a list of filters`);
    const each = operand.map((one, i) => readFilter(one, `${path}/1/${i}`, depth + 1));
    return operator === "and" ? each.flat() : joined(each, path);
  }
  if (operator !== "not" && operator !== "has_done" && operator !== "has_not_done") {
    return [readSimple(filter, path)];
  }
  const [one, ...others] = readFilter(operand, `${path}/1`, depth + 1);
  // Not (A and B) is nothing that the API can be asked.
  const isOne = one !== undefined && others.length === 0 && more.length === 0;
  demand(isOne && one.name !== "segment", `${path}: "${operator}" takes one filter, no segment`);
  if (operator === "not") return [{ ...one, isNegated: !one.isNegated }];
  const isDone = one.dimension.isOfEvents === true && !one.isBehavioral && !one.isNegated;
  demand(isDone, `${path}/1: "${operator}" takes one plain filter by a dimension of events`);
  return [{ ...one, isBehavioral: true, isNegated: operator === "has_not_done" }];
}

/** Returns the one condition that holds where one of these does. */
function joined(each: readonly Condition[][], path: string): Condition[] {
  const all = each.flat();
  const [first] = all;
  if (first === undefined || each.length === 1) return all;
  const kindOf = ({ values: _, ...kind }: Condition) => JSON.stringify(kind);
  const isJoinable = first.operator === "is" && !first.isNegated && first.name !== "segment";
  const areAlike = all.length === each.length && all.every((one) => kindOf(one) === kindOf(first));
  demand(areAlike && isJoinable, `${path}: "or" joins values of one dimension with "is" alone`);
  return [{ ...first, values: all.flatMap(({ values }) => values) }];
}

function readSimple(filter: readonly unknown[], path: string): Condition {
  const [written, name, values, modifiers = {}, ...more] = filter;
  const [, operator, not] = /^(is|contains|matches)(_not)?$/.exec(String(written)) ?? [];
  demand(operator, `${path}/0: Unknown operator "${String(written)}"`);
  const isSegment = name === "segment";
  const dimension = isSegment ? { native: "segment" } : dimensionOf(String(name));
  demand(dimension && typeof name === "string", `${path}/1: Invalid dimension "${String(name)}"`);
  const isValue = (value: unknown) => typeof value === (isSegment ? "number" : "string");
  const isList = Array.isArray(values) && values.length > 0 && values.every(isValue);
  demand(isList && more.length === 0, `${path}/2: a filter takes a list of values`);
  demand(!isSegment || (written === "is" && values.length === 1), `${path}: a segment "is" one id`);
  const isGoal = name === "event:goal";
  const isOfGoals = operator !== "matches" && not === undefined;
  demand(!isGoal || isOfGoals, `${path}/0: goals take "is" and "contains" alone`);
  const { case_sensitive: isSensitive = true, ...unknown } = Object(modifiers);
  const isModifier = typeof isSensitive === "boolean" && Object.keys(unknown).length === 0;
  demand(isModifier, `${path}/3: the one modifier is "case_sensitive"`);
  return {
    name,
    dimension,
    operator: operator as Condition["operator"],
    values: values.map(String),
    isNegated: not !== undefined,
    ignoresCase: !isSensitive,
    isBehavioral: false,
  };
}
