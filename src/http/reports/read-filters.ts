import { Type } from "typebox";
import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { isNegated, readPattern } from "../../counting/pattern.ts";
import {
  purposes,
  type ReadFilterName,
  readDoors,
  readFilters,
  readStatuses,
  verifications,
} from "../../model/choices.ts";
import { filterValuesMax } from "../../model/limits.ts";
import type { ReadFilter } from "../../stats/reads.ts";
import { type FilterValues, isEmpty, parameterOf } from "./filter-params.ts";

const values = Type.Optional(Type.Array(Type.String()));

/** The parameters `filter[NAME]=VALUE` of reports about reads. */
export const readFilterParam = {
  filter: Type.Optional(
    Type.Object(Object.fromEntries(readFilters.map((name) => [name, values])), {
      description:
        "Counts only reads with the value, as in `filter[purpose]=training`. Values are written as in the reports about visitors: repeated names, `!`, `~` and `*`. At most 20 values.",
      examples: [{ purpose: ["training"], page: ["/blog/*"] }],
      errorMessage: "must have the form filter[NAME]=VALUE",
    }),
  ),
};

/** The values of properties that have few. */
const known: Readonly<Partial<Record<ReadFilterName, readonly string[]>>> = {
  purpose: purposes,
  verified: verifications,
  status: readStatuses,
  door: readDoors,
};

/** Returns the errors of the filters, by the name of the query parameter. */
export function readFilterErrors(given: FilterValues): FieldErrors {
  const tooMany = Object.values(given).flat().length > filterValuesMax;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, some = []]) => {
      const errors = [
        ...nameErrors(name),
        ...(tooMany ? [fieldError("filters_max", { max: filterValuesMax })] : []),
        ...valueErrors(name, some),
      ];
      return errors.length > 0 ? [[parameterOf(name), errors]] : [];
    }),
  );
}

/** Returns the filters that correct values stand for. */
export function readReadFilters(given: FilterValues): ReadFilter[] {
  return readFilters.flatMap((name) => {
    const some = given[name] ?? [];
    if (some.length === 0) return [];
    const wanted = some.filter((value) => !isNegated(value)).map(readPattern);
    const unwanted = some.filter(isNegated).map((value) => readPattern(value.slice(1)));
    return [{ name, wanted, unwanted }];
  });
}

function nameErrors(name: string): string[] {
  if (readFilters.some((filter) => filter === name)) return [];
  return [`is not a filter of reads; the filters are ${readFilters.join(", ")}`];
}

function valueErrors(name: string, some: readonly string[]): string[] {
  if (some.some(isEmpty)) return [fieldError("filter_empty")];
  const choices = known[name as ReadFilterName];
  const isKnown = (value: string) => {
    const { text, match } = readPattern(isNegated(value) ? value.slice(1) : value);
    return match !== "is" || choices === undefined || choices.includes(text);
  };
  return some.every(isKnown) ? [] : [`must be one of ${choices?.join(", ")}`];
}
