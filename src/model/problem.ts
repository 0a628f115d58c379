import { Type } from "typebox";

import { errorCodes } from "../errors.ts";

/** The body of every answer with an error. */
export const ProblemBody = Type.Object(
  {
    status: Type.Integer({ description: "The HTTP status again.", examples: [422] }),
    code: Type.Enum(errorCodes, {
      description: "What is wrong, for programs: a code never changes.",
      examples: ["VALIDATION"],
    }),
    message: Type.String({
      description: "The same for people; it may be reworded.",
      examples: ["The request has invalid fields"],
    }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: "With `VALIDATION` only: field → what it must be, every wrong field at once.",
        examples: [{ per_page: ["must be one of 10, 25, 50, 100"] }],
      }),
    ),
  },
  { title: "Problem", description: "An error." },
);
