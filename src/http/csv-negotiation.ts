import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { Type } from "typebox";

const json = "application/json; charset=utf-8";
const csv = "text/csv; charset=utf-8; header=present";

/** Statistics as CSV, for the API description. */
export const StatCsv = Type.String({
  description:
    "All values as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored. Names with codes have a column `code`.",
  examples: ['value,count,visitors,pageviews\r\n"Firefox",120,120,410\r\n'],
});

/** Returns whether the client prefers CSV to JSON. A client that accepts neither gets JSON. */
export function prefersCsv(request: FastifyRequest): boolean {
  return new Negotiator(request).mediaType([json, csv]) === csv;
}

/** Sets the headers of a CSV answer: its type, and the name under which browsers save it. */
export function nameCsv(reply: FastifyReply, file: string): FastifyReply {
  return reply.type(csv).header("content-disposition", `attachment; filename="${file}"`);
}
