import type { FastifyInstance } from "fastify";
import type { TObject } from "typebox";

import { type FieldErrors, invalid, Problem } from "../errors.ts";
import { compileCheck } from "../validation.ts";

/** Routes' typebox schemas are checked by our own check: every wrong field at once, 422. */
export function useValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<TObject>(({ schema }) => {
    const check = compileCheck(schema);
    return (input: unknown) => {
      const checked = check(input ?? {});
      return checked.ok ? { value: checked.value } : { error: invalid(checked.fields) };
    };
  });
  // The framework hands `null` to the check for a body that is absent, too.
  app.addHook("preValidation", (request, _reply, done) =>
    done(request.body === null ? invalid({ body: ["must not be null"] }) : undefined),
  );
}

/** What a route's schema found wrong, for routes with `attachValidation` that look on. */
export function schemaErrors({ validationError }: { validationError?: Error }): FieldErrors {
  if (validationError === undefined) return {};
  if (!(validationError instanceof Problem)) throw validationError;
  return validationError.fields ?? {};
}

/** Reads bodies of these content types as JSON, whatever they are called. Empty is no body. */
export function useJsonBodies(app: FastifyInstance, contentTypes: readonly string[]): void {
  app.addContentTypeParser(
    [...contentTypes],
    { parseAs: "string" },
    (_request, text: string, done) => {
      try {
        done(null, parseJson(text));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** The JSON in a body; undefined where that is empty. Throws `Problem` VALIDATION where it is none. */
export function parseJson(text: string): unknown {
  try {
    return text.trim() === "" ? undefined : JSON.parse(text);
  } catch {
    throw invalid({ body: ["is not valid JSON"] });
  }
}
