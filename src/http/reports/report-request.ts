import type { FastifyRequest } from "fastify";

/** The parts of a request that say what a report is asked for. */
export type ReportRequest = Pick<FastifyRequest, "params" | "query" | "url"> & {
  readonly validationError?: Error | undefined;
};
