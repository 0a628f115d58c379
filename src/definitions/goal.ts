import { type Errors, type Input, readName } from "./fields.ts";
import { type Matcher, readMatcher } from "./matcher.ts";

/** An event that a website's owner wants visitors to trigger. */
export interface Goal extends Matcher {
  /** Unique among the website's goals. */
  readonly name: string;
}

/** Returns the goal in the fields of a body. */
export function readGoal(input: Input, errors: Errors): Goal {
  return { name: readName(input["name"], "name", errors), ...readMatcher(input, "", errors) };
}
