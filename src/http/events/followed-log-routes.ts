import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { invalid } from "../../base/errors.ts";
import { formatNames } from "../../import/access-log/formats.ts";
import { Lines } from "../../import/access-log/lines.ts";
import type { LogPlaces } from "../../import/follow/log-places.ts";
import { PartAnswer, PartQuestion, PlaceAnswer, PlaceQuestion } from "../../model/followed-log.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { websiteByPath } from "../access/require-need.ts";
import { BodyBudget } from "../shell/body-budget.ts";

/** A follower sends 3 MiB, or what an import that broke off would have taken at once. */
const bodyBytesMax = 16 * 1024 ** 2;
/** Limit of the bodies that are read or worked on at once. */
const underWayBytesMax = 2 * bodyBytesMax;

const tags = ["Events"];
const problems = ["OVERLOADED", "STORE_UNAVAILABLE"] as const;

const schemas = {
  find: {
    operationId: "findLogPlace",
    need: "collect",
    summary: "Ask what is known of a log",
    description:
      "For `footfall follow`. Logs are known by their content: the program goes from piece to piece, as far as its log has them.",
    tags,
    body: PlaceQuestion,
    response: { 200: PlaceAnswer },
    problems: [...problems],
  },
  take: {
    operationId: "sendLogPart",
    need: "collect",
    summary: "Send the next lines of a log",
    description:
      "For `footfall follow`. Page views and reads of the lines count once, however often the same part is sent.",
    tags,
    querystring: PartQuestion,
    bodies: {
      "text/plain": Type.String({
        description: "The directives and the lines in UTF-8, each with a line feed behind it.",
        examples: ['192.0.2.7 - - [20/Nov/2026:09:30:00 +0000] "GET / HTTP/1.1" 200 612 "-" "-"\n'],
      }),
    },
    response: { 202: PartAnswer },
    problems: [...problems],
  },
} satisfies Record<string, FastifySchema>;

/** `/api/v1/websites/{id}/followed-logs`: takes the lines of access logs as they are written. */
export const followedLogRoutes: FastifyPluginAsyncTypebox<{
  logPlaces: (website: Website) => LogPlaces;
  websites: Websites;
}> = async (app, { logPlaces, websites }) => {
  app.post("/:id/followed-logs/places", { schema: schemas.find }, async (request) => {
    const website = await websiteByPath(request, websites);
    const { follower, before } = request.body;
    const { ends, ...place } = await logPlaces(website).find(follower, before);
    return { ...place, ends: [...ends] };
  });

  app.register(async (parts) => {
    const budget = new BodyBudget({ bytesMax: underWayBytesMax, bodyBytesMax });
    parts.addHook("onRequest", budget.take);
    parts.removeAllContentTypeParsers();
    parts.addContentTypeParser(
      "text/plain",
      { parseAs: "buffer" },
      async (_request: unknown, bytes: Buffer) => bytes,
    );
    parts.post(
      "/:id/followed-logs/parts",
      { schema: schemas.take, bodyLimit: bodyBytesMax },
      (request, reply) =>
        budget.during(request, async () => {
          const website = await websiteByPath(request, websites);
          const body = (request.body ?? Buffer.alloc(0)) as unknown as Buffer;
          const part = readPart(request.query as PartQuestion, body);
          reply.code(202);
          return logPlaces(website).take(part);
        }),
    );
  });
};

/** Throws `Problem` VALIDATION if the body has other lines than the parameters say. */
function readPart(query: PartQuestion, body: Buffer) {
  const { from_lines: lines, from_bytes: bytes, from_end: end, ...part } = query;
  if (!formatNames.includes(part.format)) {
    throw invalid({ format: [`must be one of ${formatNames.join(", ")}`] });
  }
  const all = Lines.ofBytes(body);
  const directives = [...all.slice(0, part.directives)];
  const own = all.slice(part.directives);
  if (own.length !== part.lines) {
    throw invalid({ lines: [`must be the number of lines, which is ${own.length}`] });
  }
  return {
    ...part,
    is_unfinished: part.is_unfinished === 1,
    is_last: part.is_last === 1,
    from: { lines, bytes, end },
    text: own.bytes,
    directives,
  };
}
