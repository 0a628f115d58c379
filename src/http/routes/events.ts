import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";

import { readEvent } from "../../collect/event.ts";
import { type FieldErrors, invalid, Problem } from "../../errors.ts";
import type { DropReason } from "../../model/drop-reason.ts";
import type { TrackedEvent } from "../../model/event.ts";
import { findByName } from "../../websites/by-name.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { allowCrossOrigin, crossOriginHeaders } from "../cors.ts";
import type { ReceiveEvent } from "../event-receiver.ts";
import { eventBodyBytesMax, send } from "../openapi/event-operations.ts";
import { untagged } from "../response-headers.ts";
import { schemaErrors, useJsonBodies } from "../validation.ts";

const ok = "ok";
/** Written past the framework's reply, which would put the same headers together for each event. */
const taken = {
  ...untagged,
  ...crossOriginHeaders,
  "content-type": "text/plain; charset=utf-8",
  "content-length": String(ok.length),
};

/** `POST /api/event`: one event from any page, without a key. */
export const eventRoute: FastifyPluginAsyncTypebox<{
  websites: Websites;
  receive: ReceiveEvent;
}> = async (app, { websites, receive }) => {
  app.removeAllContentTypeParsers();
  // Browsers send text/plain without asking the server first (a "simple request").
  useJsonBodies(app, ["application/json", "text/plain"]);
  allowCrossOrigin(app, "/event", {
    operationId: "preflightEvent",
    requestHeaders: "content-type",
  });

  const options = { schema: send, attachValidation: true, bodyLimit: eventBodyBytesMax };
  app.post("/event", options, async (request, reply) => {
    const { body } = request;
    const event = readEvent(body, wrongFields(body, schemaErrors(request)));
    const reason = await receive(request, websiteOf(body, websites), event);
    reply.hijack();
    reply.raw.writeHead(202, reason === undefined ? taken : droppedBy(reason)).end(ok);
  });
};

function droppedBy(reason: DropReason): OutgoingHttpHeaders {
  return { ...taken, "x-event-dropped": reason };
}

/** What is wrong with a body before the event in it is read. Throws when there is no event to read. */
function wrongFields({ website, domain, d }: TrackedEvent, refused: FieldErrors): FieldErrors {
  if (refused["body"] !== undefined) throw invalid(refused);
  const named = website ?? domain ?? d ?? undefined;
  return named === undefined
    ? { ...refused, domain: ["is required, unless website is given"] }
    : refused;
}

function websiteOf({ website: id, domain, d }: TrackedEvent, websites: Websites): Website {
  const website =
    id === undefined || id === null
      ? findByName(websites.all, domain ?? d ?? "")
      : websites.all.find(Number(id));
  if (website === undefined) throw new Problem("WEBSITE_NOT_FOUND");
  return website;
}
