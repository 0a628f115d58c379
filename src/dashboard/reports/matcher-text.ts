import type { MatcherRecord } from "../../model/matcher.ts";
import { readFilter } from "../address/filters.ts";
import { matchersWords as words } from "../words/matchers.ts";

/** Returns which events a goal or a step stands for, in words: "Page begins with /blog/". */
export function matcherText({ type, value, props }: MatcherRecord): string {
  // Values are written as those of filters are.
  const { match, text } = readFilter({ name: type, value });
  const condition = words.conditions[type][match === "reached" ? "is" : match](text);
  const properties = Object.entries(props ?? {}).map(([key, wanted]) =>
    words.property(key, wanted),
  );
  return words.withProperties(condition, properties);
}
