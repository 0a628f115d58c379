import type { Errors } from "../../definitions/fields.ts";
import { type Matcher, readMatcher } from "../../definitions/matcher.ts";

/**
 * Returns the matcher that a parameter stands for, such as `page:/blog/*` or `event:Purchase`. Adds
 * an error under `name` if it stands for none.
 */
export function readMatcherParam(text: string, name: string, errors: Errors): Matcher {
  const colon = text.indexOf(":");
  const [type, value] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)];
  const wrong: Errors = {};
  const matcher = readMatcher({ type, value }, "", wrong);
  if (wrong["type"] !== undefined) {
    errors[name] = ["must begin with page: or event:"];
  } else if (wrong["value"] !== undefined) {
    errors[name] = wrong["value"];
  }
  return matcher;
}
