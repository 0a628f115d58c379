import { invalid } from "../../../base/errors.ts";
import { resolveTimezone } from "../../../base/timezone.ts";
import { filterWordOf } from "./filters.ts";

export type Params = ReadonlyMap<string, string>;

/**
 * Returns the parameters of a request, which may have those of these names, and filters if `match`
 * is one. A `compare` that is `false` or empty is none. Throws `Problem` VALIDATION for others:
 * none is ignored.
 */
export function readParams(
  query: Readonly<Record<string, string | readonly string[]>>,
  names: readonly string[],
): Params {
  const isNone = ([name, value]: [string, unknown]) =>
    name === "compare" && names.includes(name) && (value === "false" || value === "");
  const asked = Object.entries(query).filter((each) => !isNone(each));
  const params = asked.map(([name, value]): [string, string] => {
    if (typeof value !== "string") throw invalid({ [name]: ["must be there once"] });
    const isFilter = names.includes("match") && filterWordOf(name) !== undefined;
    if (!isFilter && !names.includes(name)) throw invalid({ [name]: ["is not possible here"] });
    if (name === "timezone" && resolveTimezone(value) === undefined) {
      throw invalid({ timezone: ["must be the IANA name of a time zone"] });
    }
    return [name, value];
  });
  return new Map(params);
}

/** The least and the greatest number, and the one without the parameter. */
type Bounds = readonly [min: number, max: number, missing: number];

export function integerOf(params: Params, name: string, [min, max, missing]: Bounds): number {
  const text = params.get(name) ?? String(missing);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number >= min && number <= max) return number;
  throw invalid({ [name]: [`must be a number from ${min} to ${max}`] });
}

/** Returns our word for that of a parameter; the last one without the parameter. */
export function choiceOf<Choice extends string>(
  params: Params,
  name: string,
  choices: Readonly<Record<string, Choice>>,
): Choice {
  const text = params.get(name) ?? Object.keys(choices).at(-1) ?? "";
  const choice = Object.hasOwn(choices, text) ? choices[text] : undefined;
  if (choice !== undefined) return choice;
  throw invalid({ [name]: [`must be one of ${Object.keys(choices).join(", ")}`] });
}
