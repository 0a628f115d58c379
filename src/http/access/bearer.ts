import type { FastifyRequest } from "fastify";

/** An `Authorization` header of the scheme Bearer. */
export interface Bearer {
  /** Undefined if the header has no key, or more than one. */
  readonly key: string | undefined;
}

/** Returns the bearer header of a request, or undefined if the request has none. */
export function bearerOf({ headers }: Pick<FastifyRequest, "headers">): Bearer | undefined {
  const header = /^bearer\b(?: +(\S+)$)?/i.exec(headers.authorization ?? "");
  return header === null ? undefined : { key: header[1] };
}
