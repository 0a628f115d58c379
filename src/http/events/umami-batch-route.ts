import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { TimeSlices } from "../../base/async/time-slices.ts";
import { invalid, Problem } from "../../base/errors.ts";
import { compileCheck } from "../../base/validation.ts";
import type { Collector } from "../../collect/collector.ts";
import { eventsMax, splitArray } from "../../collect/event-texts.ts";
import type { IncomingEvent } from "../../collect/incoming-event.ts";
import { UmamiBatchOutcome, UmamiRequest } from "../../model/umami-event.ts";
import type { Websites } from "../../websites/websites.ts";
import { noKey } from "../openapi/api-document.ts";
import { BodyBudget } from "../shell/body-budget.ts";
import { parseJson } from "../shell/validation.ts";
import { allowCrossOrigin } from "./cors.ts";
import { eventBodyBytesMax, type OriginOf } from "./event-receiver.ts";
import { readUmamiRequest } from "./umami-request.ts";
import type { Uncounted } from "./uncounted.ts";

const bodyBytesMax = 5 * 1024 ** 2;
/** Limit of the bodies that are read or worked on at once. The work takes several times as much. */
const underWayBytesMax = 4 * bodyBytesMax;

const schema = {
  operationId: "sendUmamiEvents",
  summary: "Send events in Umami's format in bulk",
  description:
    "Takes what `POST /api/send` takes, up to 1,000 at once. What is wrong with one does not refuse the others.",
  tags: ["Events"],
  security: noKey,
  bodies: { "application/json": Type.Array(UmamiRequest, { maxItems: eventsMax }) },
  response: { 202: UmamiBatchOutcome },
  problems: ["LOG_FULL", "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

const check = compileCheck(UmamiRequest);

/** `POST /api/batch`: up to 1,000 events in Umami's form, without a key. */
export const umamiBatchRoute: FastifyPluginAsyncTypebox<{
  websites: Websites;
  collector: Pick<Collector, "collectAll">;
  originOf: OriginOf;
  uncounted: Uncounted;
}> = async (app, { websites, collector, originOf, uncounted }) => {
  const budget = new BodyBudget({ bytesMax: underWayBytesMax, bodyBytesMax });
  app.addHook("onRequest", (request, reply, done) =>
    request.method === "POST" ? budget.take(request, reply, done) : done(),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "text/plain"],
    { parseAs: "buffer" },
    async (_request: unknown, bytes: Buffer) => bytes,
  );
  allowCrossOrigin(app, "/batch", {
    operationId: "preflightUmamiEvents",
    requestHeaders: "content-type, x-umami-cache",
  });

  app.post("/batch", { schema, bodyLimit: bodyBytesMax }, (request, reply) =>
    budget.during(request, async () => {
      const slices = new TimeSlices();
      const texts = splitArray((request.body ?? Buffer.alloc(0)) as Buffer);
      const origin = originOf(request);
      const events: IncomingEvent[] = [];
      const details: UmamiBatchOutcome["details"] = [];
      const find = readOnce(websites);
      for (const [index, text] of texts.entries()) {
        await slices.pause();
        try {
          const read = await readUmamiRequest(readBody(text), { find, uncounted });
          if (read !== undefined) events.push({ ...origin, ...read });
        } catch (error) {
          // What is wrong with the server is wrong for all of them.
          if (!(error instanceof Problem) || error.statusCode >= 500) throw error;
          details.push({ index, response: error.body() });
        }
      }
      if (events.length > 0) await collector.collectAll(events);
      reply.code(202);
      const [size, errors] = [texts.length, details.length];
      return { size, processed: size - errors, errors, details };
    }),
  );
};

/** Looks websites up. Those that are not in memory are looked for in the store once. */
function readOnce(websites: Websites): Websites["find"] {
  let isRead = false;
  return async (lookUp) => {
    const found = lookUp(websites.all);
    if (found !== undefined || isRead) return found;
    isRead = true;
    return websites.find(lookUp);
  };
}

/** Returns a request of the limits and form of a single one. Throws `Problem` otherwise. */
function readBody(text: Buffer): UmamiRequest {
  if (text.length > eventBodyBytesMax) throw new Problem("BODY_TOO_LARGE");
  const checked = check(parseJson(text.toString()) ?? {});
  if (!checked.ok) throw invalid(checked.fields);
  return checked.value;
}
