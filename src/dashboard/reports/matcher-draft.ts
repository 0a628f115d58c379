import type { FunnelRecord, FunnelStep } from "../../model/funnel.ts";
import type { MatcherRecord } from "../../model/matcher.ts";
import { type Condition, readFilter } from "../address/filters.ts";
import { filterValue } from "../address/make-filters.ts";

/** A key and a value in a form. The id stays while others come and go. */
export interface PropDraft {
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

/** The fields of a form that select events. */
export interface MatcherDraft {
  readonly type: "page" | "event";
  readonly match: Condition["match"];
  /** The text to compare with, in which no character has a meaning of its own. */
  readonly value: string;
  readonly props: readonly PropDraft[];
}

export interface StepDraft extends MatcherDraft {
  readonly id: number;
  readonly name: string;
}

let lastId = 0;

export function newProp(key = "", value = ""): PropDraft {
  lastId += 1;
  return { id: lastId, key, value };
}

export function newMatcher(type: MatcherDraft["type"] = "page"): MatcherDraft {
  return { type, match: "is", value: "", props: [] };
}

export function newStep(): StepDraft {
  lastId += 1;
  return { ...newMatcher(), id: lastId, name: "" };
}

export function matcherDraftOf({ type, value, props }: MatcherRecord): MatcherDraft {
  const { match, text } = readFilter({ name: type, value });
  const drafts = Object.entries(props ?? {}).map((prop) => newProp(...prop));
  return { type, match, value: text, props: drafts };
}

export function stepDraftOf(step: FunnelStep): StepDraft {
  return { ...newStep(), ...matcherDraftOf(step), name: step.name ?? "" };
}

/** Returns the fields as the API takes them. Properties without a key are left out. */
export function matcherOf({ type, match, value, props }: MatcherDraft): MatcherRecord {
  const named = props.filter(({ key }) => key.trim() !== "");
  const entries = named.map(({ key, value }): [string, string] => [key.trim(), value]);
  return {
    type,
    value: filterValue({ isNegated: false, match, text: textOf(type, match, value.trim()) }),
    props: named.length > 0 ? Object.fromEntries(entries) : null,
  };
}

/** Returns the text to compare with. A page is a path, whatever stands for it in the form. */
function textOf(type: MatcherDraft["type"], match: MatcherDraft["match"], text: string): string {
  if (type !== "page" || text === "" || (match !== "is" && match !== "begins")) return text;
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).pathname;
  return text.startsWith("/") ? text : `/${text}`;
}

/** Returns the steps as the API takes them. A step without a name has null. */
export function stepsOf(steps: readonly StepDraft[]): FunnelRecord["steps"] {
  return steps.map((step) => ({ name: step.name.trim() || null, ...matcherOf(step) }));
}

/** Returns the list with an item moved to the place before (-1) or after (1), if there is one. */
export function moved<Item>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const item = items[index];
  const target = index + by;
  if (item === undefined || target < 0 || target >= items.length) return items;
  return items.toSpliced(index, 1).toSpliced(target, 0, item);
}
