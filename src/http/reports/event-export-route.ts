import { Readable } from "node:stream";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import Negotiator from "negotiator";
import { Type } from "typebox";

import { refuseFields } from "../../base/errors.ts";
import { exportTypes } from "../../model/choices.ts";
import { eventExport } from "../../stats/export/event-export.ts";
import type { FileFormat } from "../../stats/export/file-format.ts";
import { csvParams, isSafe } from "../params/csv-params.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { gatherFilters } from "./filter-params.ts";
import { findPopulation, populationParams } from "./population.ts";
import { type QueryRoute, queryCaller } from "./query-route.ts";

const { ndjson, parquet } = exportTypes;
const csv = `${exportTypes.csv}; charset=utf-8; header=present`;
const formats: Readonly<Record<string, FileFormat>> = {
  [ndjson]: "ndjson",
  [csv]: "csv",
  [parquet]: "parquet",
};

export const ExportParams = Type.Object({ ...dayRange, ...populationParams, ...csvParams });

const schema = {
  description:
    "All events of a range of days, or those of the visitors that filters select, by day, visitor and time. The `Accept` header chooses the format. One export is read at a time; a second one waits for ten seconds. docs/export.md has the columns.",
  querystring: ExportParams,
  produces: [ndjson],
  response: {
    200: Type.String({
      format: "binary",
      description:
        "One event per line as a JSON object. Answers that break off end without the last chunk of HTTP.",
      examples: ['{"date":"2026-11-01","visitor":"1ef56b3bed6cbd47","name":"pageview"}\n'],
    }),
  },
  otherContents: {
    [exportTypes.csv]: Type.String({
      format: "binary",
      description: "The same as CSV (RFC 4180, UTF-8), with a header line; `props` is JSON text.",
      examples: [
        'date,visitor,time\r\n"2026-11-01","1ef56b3bed6cbd47","2026-11-01T02:12:25.538Z"\r\n',
      ],
    }),
    [parquet]: Type.String({
      format: "binary",
      description: "The same as an Apache Parquet file; `props` is a map.",
      examples: ["PAR1"],
    }),
  },
} satisfies FastifySchema;

/** The export of a website's events. */
export const eventExportRoute: FastifyPluginAsyncTypebox<QueryRoute> = async (app, route) => {
  const { siteOf, url, priority, operation } = route;
  const options = {
    schema: { ...schema, ...operation },
    attachValidation: true,
    preValidation: gatherFilters,
  };
  app.get(url, options, async function sendEvents(request, reply) {
    const site = await siteOf(request);
    const { website, statistics, stays } = site;
    const { filters, errors } = await findPopulation(request, site);
    refuseFields({ ...dayRangeErrors(request), ...errors });
    const type = typeOf(request);
    const format = formats[type] ?? "ndjson";
    const days = { websiteId: website.id, ...daysOf(request.query), filters };
    const query = { ...days, countsFrom: "events" as const, format, isSafe: isSafe(request) };
    const start = await statistics.export(eventExport(), query, queryCaller(reply, priority));
    await stays();
    const file = request.method === "HEAD" ? Readable.from([]) : await start(stays);
    const name = `${website.domain}-events-${query.from}-${query.to}.${format}`;
    return sendFile(reply, file, { type, name });
  });
};

function sendFile(
  reply: FastifyReply,
  file: Readable,
  { type, name }: { readonly type: string; readonly name: string },
): FastifyReply {
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(file);
}

/** Returns the type that the client prefers; NDJSON if it accepts none. */
function typeOf(request: FastifyRequest): string {
  return new Negotiator(request).mediaType(Object.keys(formats)) ?? ndjson;
}
