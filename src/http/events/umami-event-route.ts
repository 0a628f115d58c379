import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { Problem } from "../../base/errors.ts";
import { parseUrl } from "../../base/net/url.ts";
import { readUmamiEvent } from "../../collect/umami-event.ts";
import { type UmamiPayload, UmamiRequest } from "../../model/umami-event.ts";
import { findByHost, findByName } from "../../websites/by-name.ts";
import { normaliseDomain } from "../../websites/domain.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { noKey } from "../openapi/api-document.ts";
import { useJsonBodies, useJsonOfCurl } from "../shell/validation.ts";
import { allowCrossOrigin } from "./cors.ts";
import { anyOrigin, droppedHeader } from "./event-operations.ts";
import { eventBodyBytesMax, type ReceiveEvent } from "./event-receiver.ts";
import { noteUnknown, type Uncounted } from "./uncounted.ts";

const schema = {
  operationId: "sendUmamiEvent",
  summary: "Send an event in Umami's format",
  description:
    "Accepts the requests of Umami's trackers, with the same guarantees as `POST /api/event`.",
  tags: ["Events"],
  security: noKey,
  body: UmamiRequest,
  response: {
    202: Type.Object(
      {},
      {
        description:
          "The event is on disk, or it was dropped on purpose, or it is of a type that is ignored.",
        headers: { ...anyOrigin, ...droppedHeader },
      },
    ),
  },
  problems: ["WEBSITE_NOT_FOUND", "LOG_FULL", "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

/** `POST /api/send`: one event from Umami's script or its client for Node, without a key. */
export const umamiEventRoute: FastifyPluginAsyncTypebox<{
  websites: Websites;
  receive: ReceiveEvent;
  uncounted: Uncounted;
}> = async (app, { websites, receive, uncounted }) => {
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json", "text/plain"]);
  useJsonOfCurl(app);
  allowCrossOrigin(app, "/send", {
    operationId: "preflightUmamiEvent",
    requestHeaders: "content-type, x-umami-cache",
  });

  const options = { schema, bodyLimit: eventBodyBytesMax };
  app.post("/send", options, async function receiveUmamiEvent(request, reply) {
    const { type, payload } = request.body;
    reply.code(202);
    // Umami's script expects an object, and reads optional properties of it that we never set.
    if (type !== "event") return {};
    const website = await websiteOf(payload, websites);
    if (website === undefined) {
      const name = String(payload.website ?? "");
      const host = payload.hostname || (parseUrl(payload.url ?? "")?.hostname ?? "");
      noteUnknown(uncounted, normaliseDomain(name), host);
      throw new Problem("WEBSITE_NOT_FOUND");
    }
    const event = readUmamiEvent(payload, hostOf(payload, website));
    const reason = await receive(request, website, event);
    if (reason !== undefined) reply.header("x-event-dropped", reason);
    return {};
  });
};

/**
 * Returns the host of an event whose URL is a path.
 *
 * A client that names the website by its domain has named the host. A client that sends our id must
 * send the host, too: ids can be guessed, and the host is compared with the website's domain.
 */
function hostOf(
  { website: idOrDomain, hostname }: UmamiPayload,
  website: Website,
): string | undefined {
  return hostname || (isId(idOrDomain) ? undefined : website.domain);
}

function isId(idOrDomain: UmamiPayload["website"]): boolean {
  return /^\d{1,15}$/.test(String(idOrDomain));
}

/**
 * Resolves with the website that our id or a domain names. With another tracker's id, or none, the
 * host of the page names it.
 */
async function websiteOf(
  { website: idOrDomain, hostname, url }: UmamiPayload,
  websites: Websites,
): Promise<Website | undefined> {
  const name = String(idOrDomain ?? "");
  return websites.find((all) => {
    if (isId(idOrDomain)) return all.find(Number(name));
    if (normaliseDomain(name) !== undefined) return findByName(all, name);
    return findByHost(all, hostname || (parseUrl(url ?? "")?.hostname ?? ""));
  });
}
