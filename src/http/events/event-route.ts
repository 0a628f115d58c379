import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { type FieldErrors, invalid, Problem } from "../../base/errors.ts";
import { type Event, engagementName, readEvent } from "../../collect/event.ts";
import type { DropReason } from "../../model/drop-reason.ts";
import { TrackedEvent, wrongWebsite } from "../../model/event.ts";
import { findByIdOrName, findByName } from "../../websites/by-name.ts";
import type { Website } from "../../websites/website.ts";
import type { WebsiteLookup } from "../../websites/website-set.ts";
import type { Websites } from "../../websites/websites.ts";
import { noKey } from "../openapi/api-document.ts";
import { untagged } from "../shell/response-headers.ts";
import { schemaErrors, useJsonBodies, useJsonOfCurl } from "../shell/validation.ts";
import { allowCrossOrigin, crossOriginHeaders } from "./cors.ts";
import { anyOrigin, droppedHeader } from "./event-operations.ts";
import { eventBodyBytesMax, type ReceiveEvent } from "./event-receiver.ts";
import { noteUnknown, type Uncounted } from "./uncounted.ts";

const schema = {
  operationId: "sendEvent",
  summary: "Send an event",
  description: "For pages: allowed from any origin, without an API key.",
  tags: ["Events"],
  security: noKey,
  body: TrackedEvent,
  bodies: {
    "application/json": TrackedEvent,
    "text/plain": Type.String({
      description: "The same JSON. Browsers send it without a preflight request.",
      contentMediaType: "application/json",
      contentSchema: TrackedEvent,
      examples: ['{"d":"example.com","n":"pageview","u":"https://example.com/pricing"}'],
    }),
  },
  produces: ["text/plain"],
  response: {
    202: Type.Literal("ok", {
      description:
        "The event is on disk and will be counted exactly once, or it was dropped on purpose.",
      headers: { ...anyOrigin, ...droppedHeader },
    }),
  },
  problems: ["WEBSITE_NOT_FOUND", "LOG_FULL", "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

const ok = "ok";
/**
 * Headers of the answer to an accepted event. The route writes them past the framework's reply,
 * which would put the same headers together for each event.
 */
const acceptedHeaders = {
  ...untagged,
  ...crossOriginHeaders,
  "content-type": "text/plain; charset=utf-8",
  "content-length": String(ok.length),
};

/** `POST /api/event`: one event from any page, without a key. */
export const eventRoute: FastifyPluginAsyncTypebox<{
  websites: Websites;
  receive: ReceiveEvent;
  uncounted: Uncounted;
}> = async (app, { websites, receive, uncounted }) => {
  app.removeAllContentTypeParsers();
  // Browsers send text/plain without a preflight (a "simple request").
  useJsonBodies(app, ["application/json", "text/plain"]);
  useJsonOfCurl(app);
  allowCrossOrigin(app, "/event", {
    operationId: "preflightEvent",
    requestHeaders: "content-type",
  });

  const options = { schema, attachValidation: true, bodyLimit: eventBodyBytesMax };
  app.post("/event", options, async function receiveSingleEvent(request, reply) {
    const { body } = request;
    const event = readEvent(body, wrongFields(body, schemaErrors(request)));
    const found = websiteOf(body, websites);
    const website = found instanceof Promise ? await found : found;
    if (website === undefined) throw unknownWebsite(body, event, uncounted);
    const reason = await receive(request, website, event);
    reply.hijack();
    const headers = reason === undefined ? acceptedHeaders : droppedHeaders(reason);
    reply.raw.writeHead(202, headers).end(ok);
  });
};

/** Counts an event of a website that does not exist, and returns the error. */
function unknownWebsite(body: TrackedEvent, event: Event, uncounted: Uncounted): Problem {
  const { website: id, domain, d } = body;
  // A page that is left sends one more, and would count twice.
  if (event.name !== engagementName) noteUnknown(uncounted, domain ?? d, event.url.hostname);
  // A text that is neither an id nor an alias is a mistake in the page.
  if (typeof id === "string" && !/^\d+$/.test(id)) return invalid({ website: [wrongWebsite] });
  return new Problem("WEBSITE_NOT_FOUND");
}

function droppedHeaders(reason: DropReason): OutgoingHttpHeaders {
  return { ...acceptedHeaders, "x-event-dropped": reason };
}

/**
 * Returns the errors of a body before its event is read: those of the schema, and a missing
 * website. Throws `Problem` VALIDATION if the body is no object, so that it has no event to read.
 */
function wrongFields({ website, domain, d }: TrackedEvent, errors: FieldErrors): FieldErrors {
  if (errors["body"] !== undefined) throw invalid(errors);
  const name = website ?? domain ?? d ?? undefined;
  return name === undefined
    ? { ...errors, domain: ["is required, unless website is given"] }
    : errors;
}

/**
 * Returns the website that a script of Plausible's for one website, `pa-….js`, is called after. If
 * there is none, the page names the website.
 */
function findByScript(all: WebsiteLookup, script: string, domain: string): Website | undefined {
  const name = /^pa-(.+)/.exec(script)?.[1];
  return name === undefined ? name : (findByIdOrName(all, name) ?? findByName(all, domain));
}

/** Returns the website of most events without waiting, as each wait costs every event. */
function websiteOf(
  { website: id, domain, d }: TrackedEvent,
  websites: Websites,
): Website | Promise<Website | undefined> {
  const lookUp = (all: WebsiteLookup) =>
    id === undefined || id === null
      ? findByName(all, domain ?? d ?? "")
      : (findByIdOrName(all, String(id)) ?? findByScript(all, String(id), domain ?? d ?? ""));
  return lookUp(websites.all) ?? websites.find(lookUp);
}
