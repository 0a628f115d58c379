import type { FastifyRequest } from "fastify";

/** An `Authorization` header of the scheme Bearer. */
export interface Bearer {
  /** Undefined if the header holds no key, or more than one. */
  readonly key: string | undefined;
}

/** Returns undefined if the request has no such header. */
export function bearerOf({ headers }: Pick<FastifyRequest, "headers">): Bearer | undefined {
  const header = /^bearer\b(?: +(\S+)$)?/i.exec(headers.authorization ?? "");
  return header === null ? undefined : { key: header[1] };
}
