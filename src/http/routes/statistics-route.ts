import type { FastifyRequest, FastifySchema } from "fastify";

import type { ErrorCode } from "../../errors.ts";
import type { DayStates } from "../../stats/day-states.ts";
import type { Database } from "../../store/database.ts";
import type { Website } from "../../websites/website.ts";
import { gatherFilters } from "../filter-params.ts";
import type { Reports } from "../reports.ts";

/** Where a report is asked for, and what the API's description says of that. */
export interface ReportAddress {
  readonly url: string;
  readonly operation: Pick<
    FastifySchema,
    "operationId" | "summary" | "tags" | "security" | "problems"
  >;
  /** The website that a request is about. Throws `Problem` when who asks cannot see one there. */
  readonly findWebsite: (request: FastifyRequest) => Website;
}

/** What a report's route is made of. */
export interface ReportRoute {
  readonly db: Database;
  readonly reports: Reports;
  readonly days: DayStates;
  readonly now: () => number;
  readonly address: ReportAddress;
}

/** A report's route whose question can have filters: its handler looks itself what the schema found wrong. */
export function filteredReport<Schema extends FastifySchema>(
  schema: Schema,
  { operation }: ReportAddress,
) {
  return {
    schema: { ...schema, ...operation },
    attachValidation: true,
    preValidation: gatherFilters,
  };
}

/** What any report can be answered with. */
export const reportProblems: readonly ErrorCode[] = [
  "OVERLOADED",
  "QUERY_TOO_LARGE",
  "QUERY_TOO_LONG",
  "STORE_UNAVAILABLE",
];
