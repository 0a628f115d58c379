import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";

import type { Bulk } from "../collect/bulk.ts";
import { invalid } from "../errors.ts";
import { BulkOutcome } from "../model/event.ts";
import type { Websites } from "../websites/websites.ts";
import { BodyBudget } from "./body-budget.ts";
import { useJsonBodies } from "./validation.ts";
import { websiteByPath } from "./website-by-path.ts";

const bodyBytesMax = 5 * 1024 ** 2;
/** Bodies that are read or worked on at once; what is made of them takes several times as much. */
const underWayBytesMax = 4 * bodyBytesMax;
const eventsMax = 1_000;
const keyCharactersMax = 255;

/** `POST /api/v1/websites/{id}/events`: up to 1,000 events in one request. */
export const bulkEventRoute: FastifyPluginAsyncTypebox<{
  bulk: Bulk;
  websites: Websites;
}> = async (app, { bulk, websites }) => {
  const budget = new BodyBudget({ bytesMax: underWayBytesMax, bodyBytesMax });
  app.addHook("onRequest", budget.take);
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  app.addContentTypeParser(
    "application/x-ndjson",
    { parseAs: "string" },
    async (_request: unknown, body: string) => parseNdjson(body),
  );

  const options = { schema: { response: { 202: BulkOutcome } }, bodyLimit: bodyBytesMax };
  app.post("/:id/events", options, (request, reply) =>
    budget.during(request, async () => {
      const website = websiteByPath(request, websites);
      const { body } = request;
      if (!Array.isArray(body)) throw invalid({ body: ["must be an array of events"] });
      if (body.length > eventsMax) {
        throw invalid({ body: ["must have at most 1,000 events"] });
      }
      const key = idempotencyKey(request.headers["idempotency-key"]);
      reply.code(202);
      return bulk.take(website, body, key);
    }),
  );
};

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
  if (Object.keys(broken).length > 0) throw invalid(broken);
  return events;
}
