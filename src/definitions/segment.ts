import { type Errors, type Input, isObject, readName, readPublic } from "./fields.ts";

/** Filters under more names are not looked at. */
const namesMax = 100;

/** Filters under a name. */
export interface Segment {
  /** Unique among the website's segments. */
  readonly name: string;
  /** Name of each filter → its values, as in a query. */
  readonly filters: FilterLists;
  /** 1 if viewers see it. */
  readonly public: 0 | 1;
}

export type FilterLists = Readonly<Record<string, readonly string[]>>;

/** Returns the errors of filters: name of the filter → errors. */
export type CheckFilters = (filters: FilterLists) => Errors;

/** Returns the segment in the fields of a body. */
export function readSegment(input: Input, errors: Errors, check: CheckFilters): Segment {
  return {
    name: readName(input["name"], "name", errors),
    filters: readFilterLists(input["filters"], errors, check),
    public: readPublic(input["public"], errors),
  };
}

function readFilterLists(value: unknown, errors: Errors, check: CheckFilters): FilterLists {
  if (!isObject(value) || Object.keys(value).length === 0) {
    const wrong = "must be an object with at least one filter";
    errors["filters"] = [value === undefined ? "is required" : wrong];
    return {};
  }
  // With more names there are too many values anyhow.
  const entries = Object.entries(value).slice(0, namesMax);
  const lists = entries.flatMap(([name, values]): [string, string[]][] => {
    if (isTextList(values) && values.length > 0) return [[name, values]];
    errors[`filters.${name}`] = ["must be a list of at least one text"];
    return [];
  });
  const filters = Object.fromEntries(lists);
  for (const [name, wrong] of Object.entries(check(filters))) errors[`filters.${name}`] = wrong;
  return filters;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}
