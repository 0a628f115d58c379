import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";

import type { ErrorCode } from "../../errors.ts";
import type { Asker, Priority } from "../../stats/query-scheduler.ts";
import type { Statistics } from "../../stats/statistics.ts";
import type { Website } from "../../websites/website.ts";
import { clientSignal } from "../client-signal.ts";
import { gatherFilters } from "../filter-params.ts";

/** A route of statistics: owners and viewers have one each of every kind, at addresses of their own. */
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
  /** Returns the website that a request is about. Throws `Problem` if its sender may not see one there. */
  readonly findWebsite: (request: FastifyRequest) => Website;
}

/** Returns who asks: the query ends when the client goes away. */
export function askerOf(reply: FastifyReply, priority: Priority): Asker {
  return { signal: clientSignal(reply), priority };
}

/** Returns the options of a route whose query can have filters. Its handler checks the query itself. */
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

/** Errors that any query can be answered with. */
export const queryProblems: readonly ErrorCode[] = [
  "OVERLOADED",
  "QUERY_TOO_LARGE",
  "QUERY_TOO_LONG",
  "STORE_UNAVAILABLE",
];
