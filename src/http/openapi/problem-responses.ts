import type { FastifySchema } from "fastify";

import { type ErrorCode, errorCodes, invalid, Problem, retryAfterS } from "../../base/errors.ts";

/** The errors with which any request can be answered. */
const anywhere: readonly ErrorCode[] = [
  "MALFORMED_REQUEST",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "INTERNAL",
];

const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait before retrying.",
    schema: { type: "integer", examples: [retryAfterS] },
  },
};
const headers: Readonly<Record<number, object>> = {
  401: {
    "WWW-Authenticate": {
      description: "The required authentication scheme.",
      schema: { type: "string", const: "Bearer" },
    },
  },
  429: retryAfter,
  503: retryAfter,
};

/**
 * Returns the errors of a route: status → codes. They are those that the route names, and those
 * that follow from its parameters, its body and its security.
 */
export function problemsOf(url: string, schema: FastifySchema): Map<number, ErrorCode[]> {
  const { body, bodies, querystring, security, need, problems = [] } = schema;
  const takesBody = body !== undefined || bodies !== undefined;
  const codes = new Set<ErrorCode>([...anywhere, ...problems]);
  if (security === undefined) codes.add("UNAUTHORIZED").add("TOO_MANY_ATTEMPTS");
  // A malformed or too long part of a path gets ROUTE_NOT_FOUND, before a route reads an id in it.
  if (url.includes(":")) codes.add("ROUTE_NOT_FOUND");
  if (/:(?:id|website_id|domain)\b/.test(url)) codes.add("WEBSITE_NOT_FOUND");
  else if (url.includes(":")) codes.add("NOT_FOUND");
  if (need !== undefined && need !== "self") codes.add("FORBIDDEN");
  if (takesBody) codes.add("BODY_TOO_LARGE").add("UNSUPPORTED_MEDIA_TYPE");
  if (takesBody || querystring !== undefined) codes.add("VALIDATION");
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes.filter((code) => codes.has(code))) {
    const { statusCode } = new Problem(code);
    byStatus.set(statusCode, [...(byStatus.get(statusCode) ?? []), code]);
  }
  return byStatus;
}

/** Returns the name of the component that describes an answer with one of these codes. */
export function responseName(codes: readonly ErrorCode[]): string {
  return codes.join("_or_");
}

/** Returns the description of an answer with one of these codes, which all have the same status. */
export function problemResponse(codes: readonly ErrorCode[]): object {
  const problems = codes.map((code) => exampleOf(code));
  const [first] = problems;
  return {
    description: problems.map(({ code, message }) => `\`${code}\`: ${message}.`).join(" "),
    ...(first && headers[first.statusCode] && { headers: headers[first.statusCode] }),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(
          problems.map((problem) => [problem.code, { value: problem.body() }]),
        ),
      },
    },
  };
}

function exampleOf(code: ErrorCode): Problem {
  return code === "VALIDATION"
    ? invalid({ per_page: ["must be one of 10, 25, 50, 100"] })
    : new Problem(code);
}
