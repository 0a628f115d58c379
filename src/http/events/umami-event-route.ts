import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { UmamiRequest } from "../../model/umami-event.ts";
import type { Websites } from "../../websites/websites.ts";
import { noKey } from "../openapi/api-document.ts";
import { useJsonBodies, useJsonOfCurl } from "../shell/validation.ts";
import { allowCrossOrigin } from "./cors.ts";
import { anyOrigin, droppedHeader } from "./event-operations.ts";
import { eventBodyBytesMax, type ReceiveEvent } from "./event-receiver.ts";
import { readUmamiRequest } from "./umami-request.ts";
import type { Uncounted } from "./uncounted.ts";

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

  const find: Websites["find"] = (lookUp) => websites.find(lookUp);
  const options = { schema, bodyLimit: eventBodyBytesMax };
  app.post("/send", options, async function receiveUmamiEvent(request, reply) {
    reply.code(202);
    const read = await readUmamiRequest(request.body, { find, uncounted });
    if (read !== undefined) {
      const reason = await receive(request, read.website, read.event);
      if (reason !== undefined) reply.header("x-event-dropped", reason);
    }
    // Umami's script expects an object, and reads optional properties of it that we never set.
    return {};
  });
};
