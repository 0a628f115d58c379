import type { FastifyInstance } from "fastify";
import type { TObject } from "typebox";

import { type FieldErrors, invalid, Problem } from "../../base/errors.ts";
import { compileCheck } from "../../base/validation.ts";

/** Validates requests with `compileCheck`: one answer, a 422, names every wrong field. */
export function useValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<TObject>(({ schema }) => {
    const check = compileCheck(schema);
    return (input: unknown) => {
      const checked = check(input ?? {});
      return checked.ok ? { value: checked.value } : { error: invalid(checked.fields) };
    };
  });
  // The check cannot refuse `null`: the framework calls it with `null` for an absent body, too.
  app.addHook("preValidation", (request, _reply, done) =>
    done(request.body === null ? invalid({ body: ["must not be null"] }) : undefined),
  );
}

/** Returns the errors that a route's schema found, for routes with `attachValidation`. */
export function schemaErrors({
  validationError,
}: {
  validationError?: Error | undefined;
}): FieldErrors {
  if (validationError === undefined) return {};
  if (!(validationError instanceof Problem)) throw validationError;
  return validationError.fields ?? {};
}

/**
 * Parses bodies of these content types as JSON, whatever the types say. An empty body is absent.
 */
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

/**
 * Parses forms as JSON if they begin like an object: `curl -d` calls everything a form. Others are
 * refused with `Problem` UNSUPPORTED_MEDIA_TYPE.
 */
export function useJsonOfCurl(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, text: string, done) => {
      try {
        if (!text.trimStart().startsWith("{")) throw new Problem("UNSUPPORTED_MEDIA_TYPE");
        done(null, parseJson(text));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** Returns the JSON of a body; undefined if it is empty. Throws `Problem` VALIDATION if invalid. */
export function parseJson(text: string): unknown {
  try {
    return text.trim() === "" ? undefined : JSON.parse(text);
  } catch {
    throw invalid({ body: ["is not valid JSON"] });
  }
}
