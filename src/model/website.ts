import { type Static, Type } from "typebox";

import { perPage } from "./page.ts";

const zeroOrOne = { minimum: 0, maximum: 1, errorMessage: "must be 0 or 1" };
const nullableText = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description, errorMessage: "must be text" });

/** A website as the API returns it. The password is never part of it. */
export const WebsiteRecord = Type.Object({
  id: Type.Integer({ description: "Rises with creation; never used again after a delete." }),
  domain: Type.String(),
  privacy: Type.Integer({ description: "0 = public, 1 = private, 2 = password." }),
  email: Type.Integer({ description: "1: periodic e-mail reports." }),
  exclude_bots: Type.Integer({ description: "1: common bots are not counted." }),
  exclude_params: nullableText("Query parameters taken out of pages, one per line."),
  exclude_ips: nullableText("Addresses and CIDR ranges that are not counted, one per line."),
  favorited_at: nullableText("When it was marked as a favourite, YYYY-MM-DDTHH:MM:SS."),
  has_password: Type.Boolean(),
  timezone: Type.String({ description: "IANA name; days begin at its midnight." }),
  created_at: Type.String({ description: "ISO 8601, UTC." }),
  updated_at: Type.String({ description: "ISO 8601, UTC." }),
});
export type WebsiteRecord = Static<typeof WebsiteRecord>;

const settings = {
  privacy: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2,
      errorMessage: "must be 0 (public), 1 (private) or 2 (password)",
    }),
  ),
  password: Type.Optional(
    Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()], {
      errorMessage: "must be text of at most 1,000 characters",
    }),
  ),
  email: Type.Optional(Type.Integer(zeroOrOne)),
  exclude_bots: Type.Optional(Type.Integer(zeroOrOne)),
  exclude_params: Type.Optional(nullableText("One query parameter name per line.")),
  exclude_ips: Type.Optional(nullableText("One address or CIDR range per line.")),
  favorited_at: Type.Optional(nullableText("YYYY-MM-DDTHH:MM:SS.")),
  timezone: Type.Optional(nullableText("IANA name.")),
};

// No schema here has a `default`: one would come back through the update and undo what it left out.
export const NewWebsite = Type.Object({
  domain: Type.String({ errorMessage: "must be text" }),
  ...settings,
});
export type NewWebsite = Static<typeof NewWebsite>;

export const WebsiteUpdate = Type.Object({
  ...settings,
  domain: Type.Optional(Type.Never({ errorMessage: "cannot be changed" })),
});
export type WebsiteUpdate = Static<typeof WebsiteUpdate>;

export const WebsiteListQuery = Type.Object({
  search: Type.Optional(Type.String({ errorMessage: "must be text" })),
  search_by: Type.Optional(Type.Enum(["domain"], { errorMessage: "must be domain" })),
  favorite: Type.Optional(
    Type.Enum(["1", "true", "0", "false"], { errorMessage: "must be one of 1, true, 0, false" }),
  ),
  sort_by: Type.Optional(
    Type.Enum(["id", "domain"], { errorMessage: "must be one of id, domain" }),
  ),
  sort: Type.Optional(Type.Enum(["desc", "asc"], { errorMessage: "must be one of desc, asc" })),
  ...perPage,
});
export type WebsiteListQuery = Static<typeof WebsiteListQuery>;

export const DeletedWebsite = Type.Object({
  id: Type.Integer(),
  object: Type.Literal("website"),
  deleted: Type.Literal(true),
});
