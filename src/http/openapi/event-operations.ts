import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { dropReasons } from "../../model/drop-reason.ts";
import { TrackedEvent } from "../../model/event.ts";
import { noKey } from "./api-document.ts";

/** The limit of a body with one event. */
export const eventBodyBytesMax = 16 * 1024;

export const anyOrigin = { "Access-Control-Allow-Origin": Type.Literal("*") };

export const droppedHeader = {
  "x-event-dropped": Type.Enum([...dropReasons], {
    description: "The reason why the event is not counted; absent if it is counted.",
    examples: ["bot"],
  }),
};

export const preflight: FastifySchema = {
  summary: "Check whether a page may send events",
  description: "Browsers send this request by themselves before they send `application/json`.",
  tags: ["Events"],
  security: noKey,
  response: { 204: Type.Null({ description: "Any page may send events.", headers: anyOrigin }) },
};

export const send = {
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
      headers: {
        ...anyOrigin,
        ...droppedHeader,
      },
    }),
  },
  problems: ["WEBSITE_NOT_FOUND", "LOG_FULL", "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;
