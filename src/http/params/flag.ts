import { Type } from "typebox";
import { oneOf } from "../../model/text.ts";

/** Returns the schema of a parameter that is yes or no. */
export const flag = (description: string) =>
  Type.Optional(
    oneOf(["1", "true", "0", "false"], {
      description,
      examples: ["1"],
    }),
  );

/** Returns whether a flag is there and says yes. */
export function isSet(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

/** The parameter that leaves averages as they are, so that sums follow from them. */
export const unrounded = flag(
  "With `1`, averages and rates have all digits: `bounce_rate` × `visits` is the number of bounces.",
);
