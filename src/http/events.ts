import type { IncomingMessage } from "node:http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";

import type { Collector } from "../collect/collector.ts";
import type { Incoming } from "../collect/draft.ts";
import { readEvent } from "../collect/event.ts";
import { type FieldErrors, invalid, Problem } from "../errors.ts";
import type { TrackedEvent } from "../model/event.ts";
import { normaliseDomain } from "../websites/domain.ts";
import type { Website } from "../websites/website.ts";
import type { Websites } from "../websites/websites.ts";
import { clientHints } from "./client.ts";
import { preflight, send } from "./event-operations.ts";
import { Gate } from "./gate.ts";
import { schemaErrors, useJsonBodies } from "./validation.ts";

const bodyBytesMax = 16 * 1024;
/**
 * Events that wait for the disk or a salt. The number of connections alone does not limit them: a client
 * may send many over one without waiting for answers.
 */
const limits = { runningMax: 10_000, waitingMax: 0, waitMsMax: 0 };
const preflightCachedS = 86_400;

/** `POST /api/event`: one event from any page, without a key. */
export const eventRoute: FastifyPluginAsyncTypebox<{
  collector: Collector;
  websites: Websites;
  addressOf: (request: IncomingMessage) => string;
  now: () => number;
}> = async (app, { collector, websites, addressOf, now }) => {
  const gate = new Gate(limits);
  app.removeAllContentTypeParsers();
  // Browsers send text/plain without asking the server first (a "simple request").
  useJsonBodies(app, ["application/json", "text/plain"]);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("access-control-allow-origin", "*");
    reply.header("access-control-expose-headers", "x-event-dropped");
    done();
  });

  app.options("/event", { schema: preflight }, (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-methods", "POST, OPTIONS")
      .header("access-control-allow-headers", "content-type")
      .header("access-control-max-age", String(preflightCachedS))
      .send(),
  );

  const options = { schema: send, attachValidation: true, bodyLimit: bodyBytesMax };
  app.post("/event", options, async (request, reply) => {
    const { body, headers, raw } = request;
    const event = readEvent(body, wrongFields(body, schemaErrors(request)));
    const incoming: Incoming = {
      website: websiteOf(body, websites),
      event,
      timeMs: now(),
      ip: addressOf(raw),
      userAgent: headers["user-agent"] ?? "",
      clientHints: clientHints(raw),
      acceptLanguage: headers["accept-language"],
    };
    const reason = await gate.run(() => collector.collect(incoming));
    if (reason !== undefined) reply.header("x-event-dropped", reason);
    reply.code(202).type("text/plain; charset=utf-8");
    return "ok" as const;
  });
};

/** What is wrong with a body before the event in it is read. Throws when there is no event to read. */
function wrongFields({ website, domain, d }: TrackedEvent, refused: FieldErrors): FieldErrors {
  if (refused["body"] !== undefined) throw invalid(refused);
  const named = website ?? domain ?? d ?? undefined;
  return named === undefined ? { ...refused, domain: ["is required, or website"] } : refused;
}

function websiteOf({ website: id, domain, d }: TrackedEvent, websites: Websites): Website {
  const website =
    id === undefined || id === null
      ? findByName(domain ?? d ?? "", websites)
      : websites.find(Number(id));
  if (website === undefined) throw new Problem("WEBSITE_NOT_FOUND");
  return website;
}

/** Pages mostly send the domain as it is kept; the other spellings cost more. */
function findByName(name: string, websites: Websites): Website | undefined {
  return websites.findByDomain(name) ?? websites.findByDomain(normaliseDomain(name) ?? "");
}
