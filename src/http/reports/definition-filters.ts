import { fieldError } from "../../base/field-errors.ts";
import { unescapeName } from "../../base/pattern-escapes.ts";
import type { DefinitionFilterName, ValueFilter } from "../../counting/filters.ts";
import { stepName } from "../../counting/funnels.ts";
import type { Goal } from "../../counting/goals.ts";
import type { Pattern } from "../../counting/pattern.ts";
import type { DefinitionLookup } from "../../definitions/definition-set.ts";
import type { Funnel } from "../../definitions/funnel.ts";

/** A filter whose values are names of definitions. They come without the `!` in front. */
interface DefinitionFilter {
  /** The parameter in the API description. */
  readonly description: string;
  readonly examples: readonly (readonly string[])[];
  /** Returns the errors of the values. */
  readonly errors: (values: readonly string[], definitions: DefinitionLookup) => readonly string[];
  /** Returns the filter that correct values stand for. */
  readonly read: (
    wanted: readonly string[],
    unwanted: readonly string[],
    definitions: DefinitionLookup,
  ) => ValueFilter;
}

const goal: DefinitionFilter = {
  description:
    "Visitors with an event of one of these goals, and with none of those after a `!`. A value is the whole name of a goal: `*` and `~` have no meaning, and a backslash escapes `!`.",
  examples: [["Signup"], ["!Purchase"]],
  errors: (values, definitions) => {
    if (values.includes("")) return ["must not be empty"];
    const isKnown = (value: string) => findGoal(unescapeName(value), definitions) !== undefined;
    return values.every(isKnown) ? [] : [fieldError("filter_goal")];
  },
  read: (wanted, unwanted, definitions) => {
    const names = new Set([...wanted, ...unwanted].map(unescapeName));
    return {
      dimension: "goal",
      wanted: wanted.map(exactly),
      unwanted: unwanted.map(exactly),
      goals: [...names].flatMap((name) => findGoal(name, definitions) ?? []),
    };
  },
};

const funnel: DefinitionFilter = {
  description:
    "Visitors who reached one of these steps of funnels, and none of those after a `!`. A value is the whole name of a funnel, a colon and the number of the step: `*` and `~` have no meaning, and a backslash escapes `!` and a colon in the name.",
  examples: [["Checkout:2"], ["!Checkout:3"]],
  errors: (values, definitions) => {
    if (values.includes("")) return ["must not be empty"];
    const isKnown = (value: string) => findStep(value, definitions) !== undefined;
    if (values.every(isKnown)) return [];
    return [fieldError("filter_step")];
  },
  read: (wanted, unwanted, definitions) => {
    const stepsOf = (values: readonly string[]) =>
      values.flatMap((value) => findStep(value, definitions) ?? []);
    const nameOf = ({ funnel, step }: NamedStep): Pattern => ({
      text: stepName(funnel, step),
      match: "is",
    });
    const funnels = new Set([...stepsOf(wanted), ...stepsOf(unwanted)].map((each) => each.funnel));
    return {
      dimension: "funnel",
      wanted: stepsOf(wanted).map(nameOf),
      unwanted: stepsOf(unwanted).map(nameOf),
      funnels: [...funnels].map(({ name, within, steps }) => ({
        name,
        within,
        steps: steps.map(({ name: _, ...matcher }) => matcher),
      })),
    };
  },
};

export const definitionFilters: Readonly<Record<DefinitionFilterName, DefinitionFilter>> = {
  goal,
  funnel,
};

interface NamedStep {
  readonly funnel: Funnel;
  /** From 1. */
  readonly step: number;
}

/** A name, in which a backslash stands before a colon, and the number of a step. */
const namedStep = /^((?:\\.|[^\\:])+):([1-9])$/s;

function findStep(value: string, definitions: DefinitionLookup): NamedStep | undefined {
  const [, name = "", number = ""] = namedStep.exec(value) ?? [];
  const step = Number(number);
  const found = definitions
    .list("funnel")
    .find(({ content }) => content.name === unescapeName(name));
  if (found === undefined || step > found.content.steps.length) return undefined;
  return { funnel: found.content, step };
}

function findGoal(name: string, definitions: DefinitionLookup): Goal | undefined {
  return definitions.list("goal").find(({ content }) => content.name === name)?.content;
}

function exactly(value: string): Pattern {
  return { text: unescapeName(value), match: "is" };
}
