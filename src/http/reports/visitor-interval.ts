import { Type } from "typebox";

import type { FieldErrors } from "../../base/errors.ts";
import { oneOf } from "../../model/text.ts";

/** Returns the parameter of breakdowns that have no periods but those of `visitor`. */
export const visitorInterval = <const Interval extends string>(intervals: readonly Interval[]) =>
  Type.Optional(
    oneOf(intervals, {
      description:
        "Length of the periods of `visitor`; not allowed with other names. The default is `day`. Weeks are named by their Monday.",
      examples: ["week"],
    }),
  );

/** Returns the error of an interval beside another name. */
export function visitorIntervalErrors(
  { name, interval }: { readonly name?: string; readonly interval?: string },
  wrong: FieldErrors,
): FieldErrors {
  const isUnfit = interval !== undefined && name !== "visitor" && wrong["name"] === undefined;
  return isUnfit ? { interval: ["is allowed for visitor only"] } : {};
}
