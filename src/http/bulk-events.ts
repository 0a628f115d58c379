import { createHash } from "node:crypto";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";

import type { Bulk } from "../collect/bulk.ts";
import { invalid, refuseFields } from "../errors.ts";
import { BulkEvent, BulkOutcome } from "../model/event.ts";
import type { Websites } from "../websites/websites.ts";
import { BodyBudget } from "./body-budget.ts";
import { parseJson } from "./validation.ts";
import { websiteByPath } from "./website-by-path.ts";

const bodyBytesMax = 5 * 1024 ** 2;
/** Bodies that are read or worked on at once; what is made of them takes several times as much. */
const underWayBytesMax = 4 * bodyBytesMax;
const eventsMax = 1_000;
const keyCharactersMax = 255;

const schema = {
  operationId: "sendEvents",
  summary: "Send many events",
  description: "For servers. One invalid event refuses all, and nothing is counted.",
  tags: ["Events"],
  requestHeaders: Type.Object({
    "Idempotency-Key": Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: keyCharactersMax,
        description:
          "The same key for the same website within 24 hours is counted once. The body must be the same, byte for byte.",
        examples: ["2026-11-20-part-17"],
      }),
    ),
  }),
  bodies: {
    "application/json": Type.Array(BulkEvent, { maxItems: eventsMax }),
    "application/x-ndjson": Type.String({
      description: "One `BulkEvent` a line.",
      examples: ['{"url":"https://example.com/"}\n{"url":"https://example.com/pricing"}\n'],
    }),
  },
  response: { 202: BulkOutcome },
  problems: ["LOG_FULL", "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

/** A body that was read. */
interface Delivery {
  readonly events: unknown;
  /** Of the bytes as they were sent; only where there is a key that stands for them. */
  readonly digest: string | undefined;
}

/** `POST /api/v1/websites/{id}/events`: up to 1,000 events in one request. */
export const bulkEventRoute: FastifyPluginAsyncTypebox<{
  bulk: Bulk;
  websites: Websites;
}> = async (app, { bulk, websites }) => {
  const budget = new BodyBudget({ bytesMax: underWayBytesMax, bodyBytesMax });
  app.addHook("onRequest", budget.take);
  app.removeAllContentTypeParsers();
  const readBodies = (contentType: string, parse: (text: string) => unknown) =>
    app.addContentTypeParser(
      contentType,
      { parseAs: "buffer" },
      async ({ headers }: FastifyRequest, bytes: Buffer): Promise<Delivery> => ({
        events: parse(bytes.toString()),
        digest: headers["idempotency-key"] === undefined ? undefined : digestOf(bytes),
      }),
    );
  readBodies("application/json", parseJson);
  readBodies("application/x-ndjson", parseNdjson);

  app.post("/:id/events", { schema, bodyLimit: bodyBytesMax }, (request, reply) =>
    budget.during(request, async () => {
      const website = websiteByPath(request, websites);
      const { events, digest = "" } = (request.body ?? {}) as Partial<Delivery>;
      if (!Array.isArray(events)) throw invalid({ body: ["must be an array of events"] });
      if (events.length > eventsMax) {
        throw invalid({ body: ["must have at most 1,000 events"] });
      }
      const key = idempotencyKey(request.headers["idempotency-key"]);
      reply.code(202);
      return bulk.take(website, events, key === undefined ? undefined : { key, digest });
    }),
  );
};

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url");
}

function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header).trim();
  if (key.length === 0 || key.length > keyCharactersMax) {
    throw invalid({ "idempotency-key": [`must have 1 to ${keyCharactersMax} characters`] });
  }
  return key;
}

function parseNdjson(text: string): unknown[] {
  const broken: Record<string, string[]> = {};
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const events = lines.map((line, index) => {
    try {
      return JSON.parse(line);
    } catch {
      broken[index] = ["is not valid JSON"];
      return undefined;
    }
  });
  refuseFields(broken);
  return events;
}
