import { Type } from "typebox";
import type { FieldErrors } from "../../base/errors.ts";
import type { DayRange } from "../../counting/website-days.ts";
import { oneOf } from "../../model/text.ts";
import { earlierRange } from "../../stats/comparison.ts";

const compareError = "must be previous, year or a real date, YYYY-MM-DD";

/** The parameters that choose the earlier range which a range of days is compared with. */
export const compareParams = {
  compare: Type.Optional(
    Type.Union([Type.Enum(["previous", "year"]), Type.String({ format: "date" })], {
      description:
        "Adds an earlier period, and the change since then. `previous` is the period of the same length just before; `year` has the same dates a year earlier, where 29 February becomes 28; a date begins a period of the same length, and must be before `from`.",
      examples: ["previous"],
      errorMessage: compareError,
    }),
  ),
  match: Type.Optional(
    oneOf(["weekday"], {
      description:
        "Moves the earlier period back, by six days at most, so that it begins on the same weekday. Needs `compare`.",
      examples: ["weekday"],
    }),
  ),
};

/** The values of a query that decide about its earlier range. */
interface CompareValues extends DayRange {
  readonly compare?: string;
  readonly match?: string;
}

/** Returns the earlier range of a correct query, or undefined if it compares nothing. */
function readEarlierRange({ from, to, compare, match }: CompareValues): DayRange | undefined {
  if (compare === undefined) return undefined;
  return earlierRange({ from, to }, { mode: compare, matchesWeekday: match === "weekday" });
}

/** Returns the part of a query that compares. */
export function comparedOf(params: CompareValues): { readonly earlier?: DayRange } {
  const earlier = readEarlierRange(params);
  return earlier === undefined ? {} : { earlier };
}

/**
 * Returns the errors of a query's comparison that its schema cannot express. Nothing is said about
 * parameters that are in `wrong`, nor about what depends on these.
 */
export function compareErrors(query: CompareValues, wrong: FieldErrors): FieldErrors {
  const { from, compare, match } = query;
  if (compare === undefined) {
    return match === undefined || wrong["match"] ? {} : { match: ["needs compare"] };
  }
  if (["from", "to", "compare", "match"].some((name) => wrong[name] !== undefined)) return {};
  if (/^\d/.test(compare) && compare >= from) return { compare: ["must be before from"] };
  const isTooEarly = readEarlierRange(query)?.from.startsWith("-") === true;
  return isTooEarly ? { compare: ["needs earlier days, but no day is before 0000-01-01"] } : {};
}

/** Returns the error of a request that compares, for reports that have no earlier range. */
export function uncomparedErrors({ url }: { readonly url: string }): FieldErrors {
  return hasParameter(url, "compare") ? { compare: ["is not possible here"] } : {};
}

/** Returns whether a URL has a parameter. The checked query lacks what is in no schema. */
export function hasParameter(url: string, name: string): boolean {
  const [, query = ""] = /\?(.*)/s.exec(url) ?? [];
  return new URLSearchParams(query).has(name);
}
