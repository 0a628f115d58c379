import { createHash } from "node:crypto";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { TimeSlices } from "../../base/async/time-slices.ts";
import type { BulkCollector, RequestKey } from "../../collect/bulk.ts";
import { eventsMax, splitArray, splitLines } from "../../collect/event-texts.ts";
import { BulkEvent, BulkOutcome } from "../../model/event.ts";
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
  readonly split: (bytes: Buffer) => Buffer[];
}

const splitters = { "application/json": splitArray, "application/x-ndjson": splitLines };
const nothing: EventBody = { bytes: Buffer.alloc(0), split: splitArray };

/** `POST /api/v1/websites/{id}/events`: up to 1,000 events in one request. */
export const bulkEventRoute: FastifyPluginAsyncTypebox<{
  bulk: Pick<BulkCollector, "take">;
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

  app.post("/:id/events", { schema, bodyLimit: bodyBytesMax }, (request, reply) =>
    budget.during(request, async () => {
      const website = await websiteByPath(request, websites);
      const { bytes, split } = (request.body ?? nothing) as EventBody;
      const slices = new TimeSlices();
      const texts = split(bytes);
      // One event may fill the whole body, so splitting may have held the event loop for long.
      await slices.pause();
      const key = requestKey(request.headers["idempotency-key"], bytes);
      reply.code(202);
      return bulk.take(website, texts, key);
    }),
  );
};

/** Returns the key with the body's digest, if the header is set. Throws `Problem` VALIDATION. */
function requestKey(header: string | string[] | undefined, body: Buffer): RequestKey | undefined {
  const key = idempotencyKeyOf(header);
  if (key === undefined) return undefined;
  return { key, digest: createHash("sha256").update(body).digest("base64url") };
}
