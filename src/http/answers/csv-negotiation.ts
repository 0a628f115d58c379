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

/** Reports as CSV, for the API description. */
export const csvOf = (description: string, example: string) =>
  Type.String({
    description: `${description} as CSV (RFC 4180, UTF-8); \`page\` and \`per_page\` are ignored.`,
    examples: [example],
  });
export const EngagementCsv = csvOf(
  "All values",
  'value,visitors,seconds,scroll_depth\r\n"/",320,48.3,71.5\r\n',
);
export const RevenueCsv = csvOf(
  "All currencies",
  'currency,amount,orders,refunds,visitors,average_order,per_visitor\r\n"EUR",1249.5,40,2,38,32.0375,0.6791\r\n',
);
export const RevenueStatCsv = csvOf(
  "All values",
  'value,currency,amount,orders,visitors\r\n"Google","EUR",1249.5,40,38\r\n',
);

/** Returns whether the client prefers CSV to JSON. A client that accepts neither gets JSON. */
export function prefersCsv(request: FastifyRequest): boolean {
  return new Negotiator(request).mediaType([json, csv]) === csv;
}

/** Sets the headers of a CSV answer: its type, and the name under which browsers save it. */
export function nameCsv(reply: FastifyReply, file: string): FastifyReply {
  return reply.type(csv).header("content-disposition", `attachment; filename="${file}"`);
}
