import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { pageOf } from "../../model/page.ts";
import { DeletedWebsite, NewWebsite, WebsiteRecord, WebsiteUpdate } from "../../model/website.ts";
import { formOrJson } from "../openapi/api-document.ts";
import { WebsiteListParams } from "./website-list-params.ts";
import { IfMatch, Versioned } from "./website-version.ts";

const tags = ["Websites"];
const One = Type.Object(
  { data: WebsiteRecord },
  { description: "The website.", headers: Versioned },
);

export const list = {
  operationId: "listWebsites",
  summary: "List websites",
  description: "All websites with their settings, one page at a time.",
  tags,
  need: "read",
  querystring: WebsiteListParams,
  response: { 200: pageOf(WebsiteRecord) },
  problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

export const get = {
  operationId: "getWebsite",
  summary: "Get a website",
  description:
    "The website's settings. Its password is never shown; `has_password` says if it has one.",
  tags,
  need: "read",
  response: { 200: One },
  problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

/** The parts that all changes of websites have in common. */
const change = {
  tags,
  problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

const Created = Type.Object(
  { data: WebsiteRecord },
  {
    description: "The website that was created.",
    headers: {
      ...Versioned,
      Location: Type.String({
        description: "URL of the website.",
        examples: ["/api/v1/websites/1"],
      }),
    },
  },
);

export const create = {
  ...change,
  need: "create",
  operationId: "createWebsite",
  summary: "Create a website",
  description: "From then on Footfall collects the domain's events. A domain can be taken once.",
  consumes: formOrJson,
  body: NewWebsite,
  response: { 201: Created },
} satisfies FastifySchema;

const update = {
  ...change,
  need: "write",
  summary: "Update a website",
  requestHeaders: IfMatch,
  description: "`PUT` and `PATCH` do the same: both change only the fields that are sent.",
  consumes: formOrJson,
  body: WebsiteUpdate,
  response: { 200: One },
  problems: [...change.problems, "CHANGED_MEANWHILE"],
} satisfies FastifySchema;

export const updates = [
  ["PATCH", { ...update, operationId: "updateWebsite" }],
  ["PUT", { ...update, operationId: "updateWebsiteByPut" }],
] as const;

export const remove = {
  ...change,
  need: "create",
  operationId: "deleteWebsite",
  summary: "Delete a website",
  description: "Deletes the website's events, too.",
  response: { 200: DeletedWebsite },
} satisfies FastifySchema;
