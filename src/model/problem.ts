import { Type } from "typebox";

import { errorCodes } from "../base/errors.ts";

/** The body of every error answer. */
export const ProblemBody = Type.Object(
  {
    status: Type.Integer({ description: "The HTTP status code.", examples: [422] }),
    code: Type.Enum(errorCodes, {
      description: "The error, for programs. Codes never change.",
      examples: ["VALIDATION"],
    }),
    message: Type.String({
      description: "The error, for people. The wording may change.",
      examples: ["The request has invalid fields"],
    }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: "With `VALIDATION` only: the errors of every wrong field, by field name.",
        examples: [{ per_page: ["must be one of 10, 25, 50, 100"] }],
      }),
    ),
  },
  { title: "Problem", description: "An error." },
);
