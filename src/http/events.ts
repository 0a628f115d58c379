import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";

import type { Collector } from "../collect/collector.ts";
import type { Incoming } from "../collect/draft.ts";
import { readEvent } from "../collect/event.ts";
import { type FieldErrors, invalid, Problem } from "../errors.ts";
import type { DropReason } from "../model/drop-reason.ts";
import type { TrackedEvent } from "../model/event.ts";
import { normaliseDomain } from "../websites/domain.ts";
import type { Website } from "../websites/website.ts";
import type { Websites } from "../websites/websites.ts";
import { clientHints } from "./client.ts";
import { preflight, send } from "./event-operations.ts";
import { schemaErrors, useJsonBodies } from "./validation.ts";

const bodyBytesMax = 16 * 1024;
/**
 * Events that wait for the disk or a salt. The number of connections alone does not limit them: a client
 * may send many over one without waiting for answers.
 */
const waitingMax = 10_000;
const preflightCachedS = 86_400;

const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-event-dropped",
};
const ok = "ok";
/** Written past the framework's reply, which would put the same headers together for each event. */
const taken = {
  ...corsHeaders,
  "content-type": "text/plain; charset=utf-8",
  "content-length": String(ok.length),
};

/** `POST /api/event`: one event from any page, without a key. */
export const eventRoute: FastifyPluginAsyncTypebox<{
  collector: Collector;
  websites: Websites;
  addressOf: (request: IncomingMessage) => string;
  now: () => number;
}> = async (app, { collector, websites, addressOf, now }) => {
  let waiting = 0;
  app.removeAllContentTypeParsers();
  // Browsers send text/plain without asking the server first (a "simple request").
  useJsonBodies(app, ["application/json", "text/plain"]);
  // Of what the framework answers: preflights and refusals.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.headers(corsHeaders);
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
    if (waiting >= waitingMax) throw new Problem("OVERLOADED");
    waiting += 1;
    try {
      const reason = await collector.collect(incoming);
      reply.hijack();
      reply.raw.writeHead(202, reason === undefined ? taken : droppedBy(reason)).end(ok);
    } finally {
      waiting -= 1;
    }
  });
};

function droppedBy(reason: DropReason): OutgoingHttpHeaders {
  return { ...taken, "x-event-dropped": reason };
}

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
