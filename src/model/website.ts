import { type Static, Type } from "typebox";

import { perPage, sortDirection } from "./page.ts";

const privacy = {
  description: "Who may see the statistics: 0 = public, 1 = private, 2 = who knows the password.",
  examples: [1],
};
const email = { description: "1: periodic e-mail reports.", examples: [0] };
const excludeBots = { description: "1: common bots are not counted.", examples: [1] };
const timezone = {
  description: "IANA name of a time zone; days begin at its midnight.",
  examples: ["Europe/Berlin"],
};
const excludeParams = {
  description:
    "Query parameters that are taken out of pages and links, one per line; a `*` at the end matches a prefix, and alone every parameter.",
  examples: ["ref\nfilter_*"],
};
const excludeIps = {
  description: "Addresses and CIDR ranges whose events are not counted, one per line.",
  examples: ["203.0.113.7\n2001:db8::/32"],
};
const favoritedAt = {
  description: "When it was marked as a favourite, YYYY-MM-DDTHH:MM:SS.",
  examples: ["2026-11-20T09:30:00"],
};
const domain = { examples: ["example.com"] };

const nullableText = (options: object) =>
  Type.Union([Type.String(), Type.Null()], { ...options, errorMessage: "must be text" });
const zeroOrOne = { minimum: 0, maximum: 1, errorMessage: "must be 0 or 1" };
const time = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-11-20T09:30:00Z"] });

/** A website as the API returns it. The password is never part of it. */
export const WebsiteRecord = Type.Object(
  {
    id: Type.Integer({
      description: "Rises with creation; never used again after a delete.",
      examples: [1],
    }),
    domain: Type.String({ ...domain, description: "The host name, in one spelling." }),
    privacy: Type.Integer(privacy),
    email: Type.Integer(email),
    exclude_bots: Type.Integer(excludeBots),
    exclude_params: nullableText(excludeParams),
    exclude_ips: nullableText(excludeIps),
    favorited_at: nullableText(favoritedAt),
    has_password: Type.Boolean({
      description: "Whether there is a password; it is never returned.",
      examples: [false],
    }),
    timezone: Type.String(timezone),
    created_at: time("When it was stored, UTC."),
    updated_at: time("When it was last changed, UTC."),
  },
  { title: "WebsiteRecord", description: "A website." },
);
export type WebsiteRecord = Static<typeof WebsiteRecord>;

const privacySetting = {
  ...privacy,
  minimum: 0,
  maximum: 2,
  errorMessage: "must be 0 (public), 1 (private) or 2 (password)",
};
const settings = {
  privacy: Type.Optional(Type.Integer(privacySetting)),
  password: Type.Optional(
    Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()], {
      description: "Required, now or earlier, when privacy is 2, and kept otherwise.",
      examples: ["correct horse battery staple"],
      errorMessage: "must be text of at most 1,000 characters",
    }),
  ),
  email: Type.Optional(Type.Integer({ ...email, ...zeroOrOne })),
  exclude_bots: Type.Optional(Type.Integer({ ...excludeBots, ...zeroOrOne })),
  exclude_params: Type.Optional(nullableText(excludeParams)),
  exclude_ips: Type.Optional(nullableText(excludeIps)),
  favorited_at: Type.Optional(nullableText(favoritedAt)),
  timezone: Type.Optional(nullableText(timezone)),
};

// A `default` is what the store does without the field: our checks write none into a request.
export const NewWebsite = Type.Object(
  {
    domain: Type.String({
      ...domain,
      description:
        "Brought into one spelling: lower case, without scheme, the scheme's default port, `www.` and path, international names in punycode.",
      errorMessage: "must be text",
    }),
    ...settings,
    privacy: Type.Optional(Type.Integer({ ...privacySetting, default: 1 })),
    email: Type.Optional(Type.Integer({ ...email, ...zeroOrOne, default: 0 })),
    exclude_bots: Type.Optional(Type.Integer({ ...excludeBots, ...zeroOrOne, default: 1 })),
    timezone: Type.Optional(nullableText({ ...timezone, default: "UTC" })),
  },
  {
    title: "NewWebsite",
    description: "A website to store. Empty text is as good as none.",
    examples: [{ domain: "example.com", timezone: "Europe/Berlin" }],
  },
);
export type NewWebsite = Static<typeof NewWebsite>;

export const WebsiteUpdate = Type.Object(
  {
    ...settings,
    domain: Type.Optional(Type.Never({ errorMessage: "cannot be changed" })),
  },
  {
    title: "WebsiteUpdate",
    description:
      "What to change: a field that is not sent stays as it was, empty text clears it. `domain` cannot be changed.",
    examples: [{ exclude_ips: "203.0.113.7\n2001:db8::/32" }],
  },
);
export type WebsiteUpdate = Static<typeof WebsiteUpdate>;

export const WebsiteListQuery = Type.Object({
  search: Type.Optional(
    Type.String({
      description: "Case-insensitive part of the domain.",
      examples: ["example"],
      errorMessage: "must be text",
    }),
  ),
  search_by: Type.Optional(
    Type.Enum(["domain"], {
      default: "domain",
      description: "What `search` looks at.",
      examples: ["domain"],
      errorMessage: "must be domain",
    }),
  ),
  favorite: Type.Optional(
    Type.Enum(["1", "true", "0", "false"], {
      description: "Only favourites, or only the others.",
      examples: ["1"],
      errorMessage: "must be one of 1, true, 0, false",
    }),
  ),
  sort_by: Type.Optional(
    Type.Enum(["id", "domain"], {
      default: "id",
      description: "What the list is sorted by; `id` is the order of creation.",
      examples: ["domain"],
      errorMessage: "must be one of id, domain",
    }),
  ),
  sort: sortDirection,
  ...perPage,
});
export type WebsiteListQuery = Static<typeof WebsiteListQuery>;

export const DeletedWebsite = Type.Object(
  {
    id: Type.Integer({ description: "Will not be used again.", examples: [1] }),
    object: Type.Literal("website"),
    deleted: Type.Literal(true),
  },
  { title: "DeletedWebsite", description: "The website is deleted, and its events will be." },
);
