import { Type } from "typebox";

/** Returns the schema of a parameter that is yes or no. */
export const flag = (description: string) =>
  Type.Optional(
    Type.Enum(["1", "true", "0", "false"], {
      description,
      examples: ["1"],
      errorMessage: "must be one of 1, true, 0, false",
    }),
  );

/** Returns whether a flag is there and says yes. */
export function isSet(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
