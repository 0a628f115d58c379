import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";

import type { ErrorCode } from "../../errors.ts";
import type { Asker, Priority } from "../../stats/query-scheduler.ts";
import type { Statistics } from "../../stats/statistics.ts";
import type { Website } from "../../websites/website.ts";
import { clientSignal } from "../client-signal.ts";
import { IfNoneMatch } from "../entity-tag.ts";
import { gatherFilters } from "../params/filter-params.ts";

/**
 * A route that answers queries. Each kind of query has a route for owners and one for viewers, at
 * different URLs.
 */
export interface StatisticsRoute {
  readonly statistics: Statistics;
  readonly now: () => number;
  readonly url: string;
  readonly priority: Priority;
  /** The route's part of the API description. */
  readonly operation: Pick<
    FastifySchema,
    "operationId" | "summary" | "tags" | "security" | "problems"
  >;
  /** Returns the website of a request. Throws `Problem` if the client may not see it. */
  readonly findWebsite: (request: FastifyRequest) => Website;
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

/**
 * Returns the asker of a query. The query ends when the client closes its connection. With
 * `Cache-Control: no-cache` it is counted anew.
 */
export function askerOf(reply: FastifyReply, priority: Priority): Asker {
  const cacheControl = reply.request.headers["cache-control"] ?? "";
  const countsAnew = /(^|,)\s*no-cache\s*(,|$)/i.test(cacheControl);
  return { signal: clientSignal(reply), priority, countsAnew };
}

/**
 * Returns the options of a route whose query may have filters. Its handler refuses wrong fields.
 */
export function filteredRoute<Schema extends FastifySchema>(
  schema: Schema,
  { operation }: StatisticsRoute,
) {
  return {
    schema: { ...schema, ...operation },
    attachValidation: true,
    preValidation: gatherFilters,
  };
}

/** The errors with which any query can be answered. */
export const queryProblems: readonly ErrorCode[] = [
  "OVERLOADED",
  "QUERY_TOO_LARGE",
  "QUERY_TOO_LONG",
  "STORE_UNAVAILABLE",
];
