import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

import type { ImportsMeta } from "../../model/imports-meta.ts";
import type { CsvForm } from "../../stats/csv.ts";
import type { CsvReport, Report, ReportQuery } from "../../stats/report.ts";
import type { Answer } from "../../stats/statistics.ts";
import { nameCsv, prefersCsv } from "../answers/csv-negotiation.ts";
import { entityTag, hasAnswer, sendNotModified } from "../answers/entity-tag.ts";
import { positionOf, type Slice, toPage } from "../answers/pages.ts";
import { isSafe } from "../params/csv-params.ts";
import { askerOf, type StatisticsRoute } from "./statistics-route.ts";

/**
 * Answers with the body that a value becomes, and with its tag; or with 304 if the client has it.
 * The tag follows from the request, from `parts` and from the version of the value.
 */
export async function sendTagged<Value>(
  reply: FastifyReply,
  { value, version, imports }: Answer<Value>,
  parts: readonly string[],
  toBody: (value: Value) => unknown,
): Promise<FastifyReply> {
  const tag = entityTag(reply.request, ...parts, version);
  if (hasAnswer(reply.request, tag)) return sendNotModified(reply, tag);
  reply.header("etag", tag);
  const body = await toBody(value);
  return reply.send(imports === undefined ? body : withImports(body as object, imports));
}

/** Returns the body with what the answer owes to days of totals. */
function withImports(body: { readonly meta?: object }, imports: ImportsMeta): object {
  return { ...body, meta: { ...body.meta, imports } };
}

/** A query for the rows of a report, and how they are answered. */
interface Rows<Query extends ReportQuery, Value, Item> {
  readonly query: Query;
  /** Returns one page. */
  readonly page: Report<Query, Value>;
  /** Returns all rows. */
  readonly csv: CsvReport<Query & CsvForm>;
  /** The name of the file, without `.csv`. */
  readonly fileName: string;
  /** Everything but the events that the answer follows from and the request does not say. */
  readonly tagParts: readonly string[];
  /** Returns the records of a page, and what its `meta` has beside the position. */
  readonly toSlice: (value: Value) => Slice<Item> & { readonly meta?: object };
}

/** Answers with a page of rows as JSON, or with all of them as CSV, as the client prefers. */
export async function sendRows<Query extends ReportQuery, Value, Item>(
  reply: FastifyReply,
  { statistics, priority }: StatisticsRoute,
  rows: Rows<Query, Value, Item>,
): Promise<FastifyReply> {
  const { query, page, csv, fileName, tagParts, toSlice } = rows;
  const { request } = reply;
  const asker = askerOf(reply, priority);
  if (prefersCsv(request)) {
    const answer = await statistics.reportCsv(csv, { ...query, isSafe: isSafe(request) }, asker);
    return sendTagged(reply, answer, ["csv", ...tagParts], async (download) => {
      const lines = request.method === "HEAD" ? Readable.from([]) : await download();
      nameCsv(reply, `${fileName}.csv`);
      return lines;
    });
  }
  const answer = await statistics.report(page, query, asker);
  return sendTagged(reply, answer, ["json", ...tagParts], (value) => {
    const { meta, ...slice } = toSlice(value);
    const position = positionOf(request.query as { page?: number; per_page?: number });
    const body = toPage(request, position, slice);
    return { ...body, meta: { ...body.meta, ...meta } };
  });
}
