import { Type } from "typebox";

import type { Errors } from "../../base/errors.ts";
import { compileCheck } from "../../base/validation.ts";
import type { Matcher } from "../../definitions/matcher.ts";
import { newMatcherFields } from "../../model/matcher.ts";

const { type, value } = newMatcherFields;
const check = compileCheck(Type.Object({ type, value }));

/**
 * Returns the matcher that a parameter stands for, such as `page:/blog/*` or `event:Purchase`. Adds
 * an error under `name` if it stands for none.
 */
export function readMatcherParam(text: string, name: string, errors: Errors): Matcher {
  const colon = text.indexOf(":");
  const checked = check({
    type: text.slice(0, Math.max(0, colon)),
    value: text.slice(colon + 1),
  });
  if (checked.ok) return { ...checked.value, props: {} };
  const { type: wrongType, value: wrongValue = [] } = checked.fields;
  errors[name] = wrongType === undefined ? wrongValue : ["must begin with page: or event:"];
  return { type: "page", value: "", props: {} };
}
