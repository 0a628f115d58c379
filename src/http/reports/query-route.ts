import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { ErrorCode } from "../../base/errors.ts";
import type { Freshness, Priority, QueryCaller } from "../../stats/query-scheduler.ts";
import { IfNoneMatch } from "../answers/entity-tag.ts";
import { clientSignal } from "../shell/client-signal.ts";
import type { Site } from "./site.ts";

/**
 * A route that answers queries. Each kind of query has a route for owners and one for viewers, at
 * different URLs.
 */
export interface QueryRoute {
  readonly now: () => number;
  readonly url: string;
  readonly priority: Priority;
  /** The route's part of the API description. */
  readonly operation: Pick<
    FastifySchema,
    "need" | "operationId" | "summary" | "tags" | "security" | "problems"
  >;
  /** Resolves with the website of a request. Rejects with `Problem` if the client sees none. */
  readonly siteOf: (request: FastifyRequest) => Promise<Site>;
}

const NoCache = {
  "Cache-Control": Type.Optional(
    Type.String({
      description:
        "With `no-cache` the query is counted anew. Otherwise the answer may have been counted for others, at most two seconds ago.",
      examples: ["no-cache"],
    }),
  ),
};

/** The headers of queries whose answers have no tag. */
export const UntaggedQueryHeaders = Type.Object(NoCache);

/** The headers of queries whose answers have a tag. */
export const QueryHeaders = Type.Object({ ...IfNoneMatch.properties, ...NoCache });

/** Returns the caller of a query. The query ends when the client closes its connection. */
export function queryCaller(reply: FastifyReply, priority: Priority): QueryCaller {
  const freshness = freshnessOf(reply.request.headers);
  return { signal: clientSignal(reply), priority, freshness };
}

/**
 * Returns which answers a client accepts. Many clients add `no-cache` to `If-None-Match` by
 * themselves, as the standard of `fetch` demands. They ask whether their answer is still true.
 */
function freshnessOf(headers: IncomingHttpHeaders): Freshness {
  const isNoCache = /(^|,)\s*no-cache\s*(,|$)/i.test(headers["cache-control"] ?? "");
  if (!isNoCache) return "recent";
  return headers["if-none-match"] === undefined ? "anew" : "proven";
}

/** The errors with which any query can be answered. */
export const queryProblems: readonly ErrorCode[] = [
  "OVERLOADED",
  "QUERY_TOO_LARGE",
  "QUERY_TOO_LONG",
  "STORE_UNAVAILABLE",
];
