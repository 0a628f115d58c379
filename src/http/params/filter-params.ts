import type { preValidationHookHandler } from "fastify";
import { Type } from "typebox";

import { dimensionNames } from "../../counting/dimensions.ts";
import { readPattern } from "../../counting/pattern.ts";
import type { FieldErrors } from "../../errors.ts";
import { type Filter, filterNames, isPropName } from "../../stats/filters.ts";

/** Dimension, or `prop:` and a key → values, as the client wrote them. */
export type FilterValues = Readonly<Partial<Record<string, readonly string[]>>>;

const filterValues = Type.Optional(
  Type.Array(Type.String(), {
    description: "Visitors with one of these values, and with none of those after a `!`.",
    examples: [["Chrome", "Firefox"], ["!(unknown)"], ["/blog/*"], ["~pricing"]],
  }),
);

/** The parameters `filter[NAME]=VALUE`, gathered into one object: the values by name. */
export const filterParam = Type.Optional(
  Type.Object(Object.fromEntries(filterNames.map((name) => [name, filterValues])), {
    description:
      "Counts only visitors who have the value on that day, as in `filter[browser]=Chrome`. Repeat a name to allow several values; filters with different names must all match. `!` at the start excludes a value. `~` at the start, after a `!`, matches values that contain the text, compared as `search` does; else `*` at the end matches a prefix. A backslash escapes each. `filter[prop:KEY]` compares the values that the visitor's events have under a key of their props. At most 20 values.",
    examples: [{ browser: ["Chrome", "Firefox"], country: ["!(unknown)"] }],
    errorMessage: "must have the form filter[NAME]=VALUE",
  }),
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

/** The number of values that all filters of a query may have together. */
export const filterValuesMax = 20;

/** Returns the errors of the filters, by the name of the query parameter. */
export function filterErrors(given: FilterValues): FieldErrors {
  return Object.fromEntries(
    Object.entries(filterValueErrors(given)).map(([name, errors]) => [parameterOf(name), errors]),
  );
}

/** Returns the errors of the filters, by the name of the filter. */
export function filterValueErrors(given: FilterValues): Record<string, readonly string[]> {
  const tooMany = Object.values(given).flat().length > filterValuesMax;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, values = []]) => {
      const errors = [
        ...nameErrors(name),
        ...(values.some(isEmpty) ? ["must not be empty; use * for any value"] : []),
        ...(tooMany ? [`must have at most ${filterValuesMax} values in all filters together`] : []),
      ];
      return errors.length > 0 ? [[name, errors]] : [];
    }),
  );
}

/** Returns the filters that correct values stand for. */
export function readFilters(given: FilterValues): Filter[] {
  const names = [...filterNames, ...Object.keys(given).filter(isPropName)];
  return names.flatMap((dimension) => {
    const values = given[dimension] ?? [];
    if (values.length === 0) return [];
    const wanted = values.filter((value) => !isNegated(value)).map(readPattern);
    const unwanted = values.filter(isNegated).map((value) => readPattern(value.slice(1)));
    return [{ dimension, wanted, unwanted }];
  });
}

/** The names of misspelt parameters begin with their bracket: `gatherFilters` cuts `filter` off. */
function parameterOf(name: string): string {
  if (name.startsWith("[")) return `filter${name}`;
  return `filter[${name.replace(/[%[\]]/g, encodeURIComponent)}]`;
}

function nameErrors(name: string): string[] {
  if (filterNames.some((filter) => filter === name) || isPropName(name)) return [];
  return dimensionNames.some((dimension) => dimension === name)
    ? ["cannot be used as a filter; use from and to"]
    : [`is not a filter; the filters are ${filterNames.join(", ")}, prop:KEY`];
}

function isNegated(value: string): boolean {
  return value.startsWith("!");
}

function isEmpty(value: string): boolean {
  return /^!?~?$/.test(value);
}
