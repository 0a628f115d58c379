import { type TProperties, Type } from "typebox";

/** Returns the schema of a number of things. */
export const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

export const numberOrNull = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });

/** Returns the schema of a day, `YYYY-MM-DD`. */
export const day = (description: string, example: string) =>
  Type.String({ format: "date", description, examples: [example] });

/** The fields of a row that name a value of a dimension. */
export const valueFields = {
  value: Type.String({ description: "The value of the dimension.", examples: ["Germany"] }),
  code: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        "Code of the value; only with `city`, `continent`, `country`, `language` and `region`.",
      examples: ["DE"],
    }),
  ),
};

/** The fields that name a range of days. */
export const rangeFields = {
  from: day("First day.", "2026-11-01"),
  to: day("Last day, inclusive.", "2026-11-30"),
};

/** The field of `meta` in answers that can compare. */
export const comparedUntilField = {
  compared_until: Type.Optional(
    Type.String({
      format: "date-time",
      description:
        "The moment up to which the earlier period counts; only where it does not count whole.",
      examples: ["2026-11-19T14:30:00Z"],
    }),
  ),
};

/**
 * Returns the fields of what is compared with an earlier period: its numbers, and the change of
 * some of them, each with an example.
 */
export function comparedFields<Numbers extends TProperties, Name extends keyof Numbers & string>(
  numbers: Numbers,
  examples: Readonly<Record<Name, number>>,
) {
  const changes = Object.entries<number>(examples).map(([name, example]) => [
    name,
    numberOrNull(
      `Change of \`${name}\`: 0.25 is 25 % more; null if a number is null or was 0 before.`,
      example,
    ),
  ]);
  const fields = Object.fromEntries(changes) as Record<Name, ReturnType<typeof numberOrNull>>;
  return {
    previous: Type.Optional(
      Type.Object(
        { ...rangeFields, ...numbers },
        { description: "The earlier period that `compare` and `match` choose." },
      ),
    ),
    change: Type.Optional(
      Type.Object(fields, {
        description: "Change since the earlier period: (now - before) / before, before rounding.",
      }),
    ),
  };
}
