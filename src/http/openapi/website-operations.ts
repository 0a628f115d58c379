import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { pageOf } from "../../model/page.ts";
import {
  DeletedWebsite,
  NewWebsite,
  WebsiteListQuery,
  WebsiteRecord,
  WebsiteUpdate,
} from "../../model/website.ts";
import { formOrJson } from "./api-document.ts";

const tags = ["Websites"];
const One = Type.Object({ data: WebsiteRecord }, { description: "The website." });

export const list = {
  operationId: "listWebsites",
  summary: "List websites",
  tags,
  querystring: WebsiteListQuery,
  response: { 200: pageOf(WebsiteRecord) },
} satisfies FastifySchema;

export const show = {
  operationId: "showWebsite",
  summary: "Show a website",
  tags,
  response: { 200: One },
} satisfies FastifySchema;

/** The parts that all changes of websites have in common. */
const change = {
  tags,
  problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

const Stored = Type.Object(
  { data: WebsiteRecord },
  {
    description: "The website as it was stored.",
    headers: {
      Location: Type.String({ description: "Its address.", examples: ["/api/v1/websites/1"] }),
    },
  },
);

export const store = {
  ...change,
  operationId: "storeWebsite",
  summary: "Store a website",
  consumes: formOrJson,
  body: NewWebsite,
  response: { 201: Stored },
} satisfies FastifySchema;

const update = {
  ...change,
  summary: "Update a website",
  description: "`PUT` and `PATCH` do the same.",
  consumes: formOrJson,
  body: WebsiteUpdate,
  response: { 200: One },
} satisfies FastifySchema;

export const updates = [
  ["PATCH", { ...update, operationId: "updateWebsite" }],
  ["PUT", { ...update, operationId: "updateWebsiteByPut" }],
] as const;

export const remove = {
  ...change,
  operationId: "deleteWebsite",
  summary: "Delete a website",
  description: "Its events are deleted too.",
  response: { 200: DeletedWebsite },
} satisfies FastifySchema;
