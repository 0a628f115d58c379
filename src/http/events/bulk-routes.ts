import { createHash } from "node:crypto";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import { TimeSlices } from "../../base/async/time-slices.ts";
import type { BulkCollector, RequestKey } from "../../collect/bulk.ts";
import { type BodyItems, eventsMax, splitArray, splitLines } from "../../collect/event-texts.ts";
import { BulkEvent, BulkOutcome } from "../../model/event.ts";
import { BulkRead, BulkReadOutcome } from "../../model/read.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { websiteByPath } from "../access/require-need.ts";
import { BodyBudget } from "../shell/body-budget.ts";
import { idempotencyHeader, idempotencyKeyOf } from "./idempotency-key.ts";

const bodyBytesMax = 5 * 1024 ** 2;
/** Limit of the bodies that are read or worked on at once. The work takes several times as much. */
const underWayBytesMax = 4 * bodyBytesMax;

const schema = {
  operationId: "sendEvents",
  need: "collect",
  summary: "Send events in bulk",
  description: "For servers. If one event is invalid, the whole request is refused.",
  tags: ["Events"],
  requestHeaders: idempotencyHeader(
    "Requests with the same key for the same website within 24 hours are counted once. Their bodies must be identical.",
    "2026-11-20-part-17",
  ),
  bodies: {
    "application/json": Type.Array(BulkEvent, { maxItems: eventsMax }),
    "application/x-ndjson": Type.String({
      description: "One `BulkEvent` per line.",
      examples: ['{"url":"https://example.com/"}\n{"url":"https://example.com/pricing"}\n'],
    }),
  },
  response: { 202: BulkOutcome },
  problems: ["LOG_FULL", "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

/** A body, and the function that finds the texts of its events. */
interface EventBody {
  readonly bytes: Buffer;
  readonly split: (bytes: Buffer, items: BodyItems) => Buffer[];
}

type Take<Outcome> = (
  website: Website,
  texts: readonly Buffer[],
  key: RequestKey | undefined,
) => Promise<Outcome>;

const splitters = { "application/json": splitArray, "application/x-ndjson": splitLines };
const nothing: EventBody = { bytes: Buffer.alloc(0), split: splitArray };

const readSchema = {
  operationId: "sendReads",
  need: "collect",
  summary: "Send what programs have read",
  description:
    "For servers: up to 1,000 requests that they have answered. Those of crawlers, assistants and other programs are counted as reads. If one is invalid, the whole request is refused.",
  tags: ["Events"],
  requestHeaders: schema.requestHeaders,
  bodies: {
    "application/json": Type.Array(BulkRead, { maxItems: eventsMax }),
    "application/x-ndjson": Type.String({
      description: "One `BulkRead` per line.",
      examples: ['{"url":"https://example.com/","user_agent":"GPTBot/1.2"}\n'],
    }),
  },
  response: { 202: BulkReadOutcome },
  problems: schema.problems,
} satisfies FastifySchema;

/**
 * `POST /api/v1/websites/{id}/events` and `…/reads`: up to 1,000 events, or requests that may be
 * reads, at once.
 */
export const bulkRoutes: FastifyPluginAsyncTypebox<{
  bulk: Pick<BulkCollector, "take" | "takeReads">;
  websites: Websites;
}> = async (app, { bulk, websites }) => {
  const budget = new BodyBudget({ bytesMax: underWayBytesMax, bodyBytesMax });
  app.addHook("onRequest", budget.take);
  app.removeAllContentTypeParsers();
  for (const [type, split] of Object.entries(splitters)) {
    app.addContentTypeParser(
      type,
      { parseAs: "buffer" },
      async (_request: unknown, bytes: Buffer): Promise<EventBody> => ({ bytes, split }),
    );
  }

  const takeBody = <Outcome>(
    request: FastifyRequest,
    reply: FastifyReply,
    items: BodyItems,
    take: Take<Outcome>,
  ) =>
    budget.during(request, async () => {
      const website = await websiteByPath(request, websites);
      const { bytes, split } = (request.body ?? nothing) as EventBody;
      const slices = new TimeSlices();
      const texts = split(bytes, items);
      // One event may fill the whole body, so splitting may have held the event loop for long.
      await slices.pause();
      const key = requestKey(request.headers["idempotency-key"], bytes);
      reply.code(202);
      return take(website, texts, key);
    });

  app.post("/:id/events", { schema, bodyLimit: bodyBytesMax }, (request, reply) =>
    takeBody(request, reply, "events", (...given) => bulk.take(...given)),
  );
  app.post("/:id/reads", { schema: readSchema, bodyLimit: bodyBytesMax }, (request, reply) =>
    takeBody(request, reply, "requests", (...given) => bulk.takeReads(...given)),
  );
};

/** Returns the key with the body's digest, if the header is set. Throws `Problem` VALIDATION. */
function requestKey(header: string | string[] | undefined, body: Buffer): RequestKey | undefined {
  const key = idempotencyKeyOf(header);
  if (key === undefined) return undefined;
  return { key, digest: createHash("sha256").update(body).digest("base64url") };
}
