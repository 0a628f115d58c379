import type { preValidationHookHandler } from "fastify";
import { Type } from "typebox";
import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { dimensionNames } from "../../counting/dimensions.ts";
import {
  definitionFilterNames,
  filterNames,
  isDefinitionFilterName,
  isPropName,
  type ValueFilter,
  valueFilterOf,
} from "../../counting/filters.ts";
import { isNegated, splitNegated } from "../../counting/pattern.ts";
import { type DefinitionLookup, DefinitionSet } from "../../definitions/definition-set.ts";
import { filterValuesMax } from "../../model/limits.ts";
import { definitionFilters } from "./definition-filters.ts";

/** Dimension, `goal`, or `prop:` and a key → values, as the client wrote them. */
export type FilterValues = Readonly<Partial<Record<string, readonly string[]>>>;

const filterValues = (description: string, examples: readonly (readonly string[])[]) =>
  Type.Optional(Type.Array(Type.String(), { description, examples: [...examples] }));

const dimensionValues = filterValues(
  "Visitors with one of these values, and with none of those after a `!`.",
  [["Chrome", "Firefox"], ["!(unknown)"], ["/blog/*"], ["~pricing"]],
);

const definitionValues = definitionFilterNames.map((name) => {
  const { description, examples } = definitionFilters[name];
  return [name, filterValues(description, examples)] as const;
});

/** The parameters `filter[NAME]=VALUE`, gathered into one object: the values by name. */
export const filterParam = Type.Optional(
  Type.Object(
    {
      ...Object.fromEntries(filterNames.map((name) => [name, dimensionValues])),
      ...Object.fromEntries(definitionValues),
    },
    {
      description:
        "Counts only visitors who have the value on that day, as in `filter[browser]=Chrome`. Repeat a name to allow several values; filters with different names must all match. `!` at the start excludes a value. `~` at the start, after a `!`, matches values that contain the text, compared as `search` does; else `*` at the end matches a prefix. A backslash escapes each. `filter[prop:KEY]` compares the values that the visitor's events have under a key of their props. At most 20 values.",
      examples: [{ browser: ["Chrome", "Firefox"], country: ["!(unknown)"] }],
      errorMessage: "must have the form filter[NAME]=VALUE",
    },
  ),
);

const bracketed = /^filter\[([^[\]]*)\](?:\[\d*\])?$/;

/**
 * Gathers the parameters `filter[NAME]=VALUE` into one, `filter`: name → values, as in the route's
 * schema. Lists may be written as `filter[NAME][]` and `filter[NAME][0]`, too.
 *
 * The key of a prop is percent-encoded once more where it has a bracket.
 *
 * If a parameter is misspelt, its name is everything after `filter`. That begins with `[`, as no
 * dimension does, so the check of the filters refuses it.
 */
export const gatherFilters: preValidationHookHandler = (request, _reply, done) => {
  const query = request.query as Readonly<Record<string, string | readonly string[]>>;
  const filter = new Map<string, string[]>();
  for (const [parameter, value] of Object.entries(query)) {
    if (!parameter.startsWith("filter[")) continue;
    const name = decodedKey(bracketed.exec(parameter)?.[1] ?? parameter.slice("filter".length));
    filter.set(name, [...(filter.get(name) ?? []), ...[value].flat()]);
  }
  if (filter.size > 0) request.query = { filter: Object.fromEntries(filter), ...query };
  done();
};

/** Returns the name with a prop's key as events have it. */
function decodedKey(name: string): string {
  if (!isPropName(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns whether filters name definitions of their website. */
export function nameDefinitions(given: FilterValues): boolean {
  return definitionFilterNames.some((name) => given[name] !== undefined);
}

/** Returns the errors of the filters, by the name of the query parameter. */
export function filterErrors(given: FilterValues, definitions: DefinitionLookup): FieldErrors {
  return Object.fromEntries(
    Object.entries(filterValueErrors(given, definitions)).map(([name, errors]) => [
      parameterOf(name),
      errors,
    ]),
  );
}

/** Returns the errors of the filters, by the name of the filter. */
export function filterValueErrors(
  given: FilterValues,
  definitions: DefinitionLookup,
): Record<string, readonly string[]> {
  const tooMany = Object.values(given).flat().length > filterValuesMax;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, values = []]) => {
      const errors = tooMany
        ? [...nameErrors(name), fieldError("filters_max", { max: filterValuesMax })]
        : [...nameErrors(name), ...valueErrors(name, values, definitions)];
      return errors.length > 0 ? [[name, errors]] : [];
    }),
  );
}

/** Returns the filters that correct values stand for. */
export function readFilters(
  given: FilterValues,
  definitions: DefinitionLookup = DefinitionSet.empty,
): ValueFilter[] {
  const names = [
    ...filterNames,
    ...definitionFilterNames,
    ...Object.keys(given).filter(isPropName),
  ];
  return names.flatMap((dimension) => {
    const values = given[dimension] ?? [];
    if (values.length === 0) return [];
    if (!isDefinitionFilterName(dimension)) return [valueFilterOf(dimension, values)];
    const { wanted, unwanted } = splitNegated(values);
    return [definitionFilters[dimension].read(wanted, unwanted, definitions)];
  });
}

/**
 * Returns the name of a filter's parameter. Those of misspelt parameters begin with their bracket:
 * `gatherFilters` cuts `filter` off.
 */
export function parameterOf(name: string): string {
  if (name.startsWith("[")) return `filter${name}`;
  return `filter[${name.replace(/[%[\]]/g, encodeURIComponent)}]`;
}

function nameErrors(name: string): string[] {
  if (filterNames.some((filter) => filter === name) || isPropName(name)) return [];
  if (isDefinitionFilterName(name)) return [];
  return dimensionNames.some((dimension) => dimension === name)
    ? ["cannot be used as a filter; use from and to"]
    : [
        `is not a filter; the filters are ${[...filterNames, ...definitionFilterNames].join(", ")}, prop:KEY`,
      ];
}

function valueErrors(
  name: string,
  values: readonly string[],
  definitions: DefinitionLookup,
): readonly string[] {
  if (!isDefinitionFilterName(name)) {
    return values.some(isEmpty) ? [fieldError("filter_empty")] : [];
  }
  const names = values.map((value) => (isNegated(value) ? value.slice(1) : value));
  return definitionFilters[name].errors(names, definitions);
}

export function isEmpty(value: string): boolean {
  return /^!?~?$/.test(value);
}
