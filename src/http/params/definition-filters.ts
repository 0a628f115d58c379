import type { Goal } from "../../counting/goals.ts";
import type { Pattern } from "../../counting/pattern.ts";
import type { DefinitionSet } from "../../definitions/definition-set.ts";
import type { DefinitionFilterName, Filter } from "../../stats/filters.ts";

/** A filter whose values are names of definitions. They come without the `!` in front. */
interface DefinitionFilter {
  /** The parameter in the API description. */
  readonly description: string;
  readonly examples: readonly (readonly string[])[];
  /** Returns the errors of the values. */
  readonly errors: (values: readonly string[], definitions: DefinitionSet) => readonly string[];
  /** Returns the filter that correct values stand for. */
  readonly read: (
    wanted: readonly string[],
    unwanted: readonly string[],
    definitions: DefinitionSet,
  ) => Filter;
}

const goal: DefinitionFilter = {
  description:
    "Visitors with an event of one of these goals, and with none of those after a `!`. A value is the whole name of a goal: `*` and `~` have no meaning, and a backslash escapes `!`.",
  examples: [["Signup"], ["!Purchase"]],
  errors: (values, definitions) => {
    if (values.includes("")) return ["must not be empty"];
    const isKnown = (value: string) => findGoal(unescaped(value), definitions) !== undefined;
    return values.every(isKnown) ? [] : ["names no goal of this website"];
  },
  read: (wanted, unwanted, definitions) => {
    const names = new Set([...wanted, ...unwanted].map(unescaped));
    return {
      dimension: "goal",
      wanted: wanted.map(exactly),
      unwanted: unwanted.map(exactly),
      goals: [...names].flatMap((name) => findGoal(name, definitions) ?? []),
    };
  },
};

export const definitionFilters: Readonly<Record<DefinitionFilterName, DefinitionFilter>> = { goal };

function findGoal(name: string, definitions: DefinitionSet): Goal | undefined {
  return definitions.list("goal").find(({ content }) => content.name === name)?.content;
}

function exactly(value: string): Pattern {
  return { text: unescaped(value), match: "is" };
}

/** Returns a name without the backslashes that make characters ordinary. */
function unescaped(value: string): string {
  return value.replace(/\\([!*~\\:])/g, "$1");
}
