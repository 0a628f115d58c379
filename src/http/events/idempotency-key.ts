import { Type } from "typebox";

import { invalid } from "../../base/errors.ts";

const keyCharactersMax = 255;

/** Returns the header's part of a route's description. */
export function idempotencyHeader(description: string, example: string) {
  return Type.Object({
    "Idempotency-Key": Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: keyCharactersMax,
        description,
        examples: [example],
      }),
    ),
  });
}

/** Returns the key, if the header is set. Throws `Problem` VALIDATION if it is wrong. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header).trim();
  if (key.length > 0 && key.length <= keyCharactersMax) return key;
  throw invalid({ "idempotency-key": [`must have 1 to ${keyCharactersMax} characters`] });
}
