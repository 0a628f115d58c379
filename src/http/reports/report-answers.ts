import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

import { toJson } from "../../base/decimal.ts";
import { RecentCache } from "../../base/recent-cache.ts";
import type { CsvForm } from "../../stats/csv.ts";
import type { CsvReport, Report, ReportQuery } from "../../stats/report.ts";
import type { Answer } from "../../stats/statistics.ts";
import { nameCsv, prefersCsv } from "../answers/csv-negotiation.ts";
import { entityTag, hasAnswer, sendNotModified } from "../answers/entity-tag.ts";
import { positionOf, type Slice, toPage } from "../answers/pages.ts";
import { isSafe } from "../params/csv-params.ts";
import type { DayRangeParams } from "../params/day-range.ts";
import type { Answering } from "./define-report.ts";

/** Bytes of the answers that are kept: some 1,000 pages of ten rows. */
const keptBytesMax = 16 * 1024 ** 2;

interface Kept {
  readonly value: object;
  readonly json: string;
}

/**
 * The JSON of values by the tags of their answers. A client chooses how long its links are, so the
 * JSON itself is weighed. A character may take two bytes, and the value takes as many again.
 */
const kept = new RecentCache<Kept>(keptBytesMax, ({ json }) => 500 + 4 * json.length);

/**
 * Answers with the body that a value becomes, a text or a stream of CSV or an object that becomes
 * JSON, and with its tag; or with 304 if the client has it. The tag follows from the request, from
 * `tagParts` and from the version of the value. Answers of a site with forced filters have none.
 * Many viewers get the same value, so its JSON is kept.
 */
export async function sendTagged<Value extends object>(
  { reply, site, tagParts, comparedUntil }: Omit<Answering, "caller">,
  { value, version, imports, hidden }: Answer<Value>,
  toBody: (value: Value) => Body | Promise<Body>,
): Promise<FastifyReply> {
  const { request } = reply;
  await site.stays();
  const tag = entityTag(request, prefersCsv(request) ? "csv" : "json", ...tagParts, version);
  if (site.forced === undefined) {
    if (hasAnswer(request, tag)) return sendNotModified(reply, tag);
    reply.header("etag", tag);
  }
  const known = kept.get(tag);
  if (known?.value === value) return sendJson(reply, known.json);
  const body = await toBody(value);
  if (typeof body === "string" || body instanceof Readable) return reply.send(body);
  // Days of totals, what conditions hide, and the end of a comparison.
  const more = { imports, hidden, compared_until: comparedUntil };
  const hasMore = Object.values(more).some((each) => each !== undefined);
  const json = toJson(hasMore ? { ...body, meta: { ...body.meta, ...more } } : body);
  kept.set(tag, { value, json });
  return sendJson(reply, json);
}

type Body = string | Readable | { readonly data: unknown; readonly meta?: object };

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

/** The rows of a report, and how they are answered. */
interface Rows<Query extends ReportQuery, Value, Item> {
  /** Returns one page. */
  readonly page: Report<Query, Value>;
  /** Returns all rows. */
  readonly csv: CsvReport<Query & CsvForm>;
  /** The name of the CSV file, without the domain, the days and `.csv`. */
  readonly name: string;
  /** Returns the records of a page, and what its `meta` has beside the position. */
  readonly toSlice: (value: Value) => Slice<Item> & { readonly meta?: object };
}

/** Answers with a page of rows as JSON, or with all of them as CSV, as the client prefers. */
export async function sendRows<Query extends ReportQuery, Value extends object, Item>(
  answering: Answering,
  query: Query,
  { page, csv, name, toSlice }: Rows<Query, Value, Item>,
): Promise<FastifyReply> {
  const { reply, site, caller } = answering;
  const { request } = reply;
  if (prefersCsv(request)) {
    const whole = { ...query, isSafe: isSafe(request) };
    const answer = await site.statistics.reportCsv(csv, whole, caller);
    return sendTagged(answering, answer, async (download) => {
      const isHead = request.method === "HEAD";
      const rows = isHead ? Readable.from([]) : await whileItStays(site, await download());
      // After the download has begun: an error has no name of a file.
      nameCsv(reply, csvFileOf(answering, name));
      return rows;
    });
  }
  const answer = await site.statistics.report(page, query, caller);
  return sendTagged(answering, answer, (value) => {
    const { meta, ...slice } = toSlice(value);
    const position = positionOf(request.query as { page?: number; per_page?: number });
    const body = toPage(request, position, slice);
    return { ...body, meta: { ...body.meta, ...meta } };
  });
}

/** Returns the name of a CSV file with the days that the request asks about. */
export function csvFileOf({ reply, site }: Pick<Answering, "reply" | "site">, name: string) {
  const { from, to } = reply.request.query as DayRangeParams;
  return `${site.website.domain}-${name}-${from}-${to}.csv`;
}

/** Resolves with rows that were read before the check whether the website stays where it is. */
export async function whileItStays(
  { stays }: Pick<Answering["site"], "stays">,
  rows: Readable,
): Promise<Readable> {
  try {
    await stays();
    return rows;
  } catch (error) {
    rows.destroy();
    throw error;
  }
}
