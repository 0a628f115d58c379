import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { dropReasons } from "../../model/drop-reason.ts";
import { noKey } from "../openapi/api-document.ts";

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
