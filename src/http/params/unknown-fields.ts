import type { preValidationHookHandler } from "fastify";
import { invalid } from "../../base/errors.ts";
import { isObject } from "../../base/validation.ts";

/**
 * Returns a hook that refuses the fields of a body that are none of these. The check of a schema
 * leaves them out. `what` names the body in the error: "a condition".
 */
export function refuseUnknown(known: readonly string[], what: string): preValidationHookHandler {
  return (request, _reply, done) => {
    const { body } = request;
    const unknown = isObject(body) ? Object.keys(body).filter((name) => !known.includes(name)) : [];
    const errors = unknown.map((name) => [name, [`is no field of ${what}`]] as const);
    done(errors.length === 0 ? undefined : invalid(Object.fromEntries(errors)));
  };
}
