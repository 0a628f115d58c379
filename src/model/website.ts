import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { languages } from "../base/languages.ts";
import { aliasesMax } from "./limits.ts";
import { viewerPassword } from "./text.ts";

const privacy = {
  description:
    "Who can see the statistics: 0 = everyone, 1 = only the owner, 2 = anyone with the password.",
  examples: [1],
};
const email = { description: "1 = send weekly and monthly e-mail reports.", examples: [0] };
const excludeBots = { description: "1 = do not count bots.", examples: [1] };
const timezone = {
  description: "IANA name of the time zone. Days begin at its midnight.",
  examples: ["Europe/Berlin"],
};
const language = {
  description: "Language of the mails about the website, and of what webhooks tell people.",
  examples: ["de"],
};
const excludeParams = {
  description:
    "Query parameters to remove from pages and links, one per line. A `*` at the end matches a prefix; a single `*` matches every parameter.",
  examples: ["ref\nfilter_*"],
};
const excludeIps = {
  description: "IP addresses and CIDR ranges whose events are not counted, one per line.",
  examples: ["203.0.113.7\n2001:db8::/32"],
};
const favoritedAt = {
  description: "Time at which the website was marked as a favourite, YYYY-MM-DDTHH:MM:SS.",
  examples: ["2026-11-20T09:30:00"],
};
const domain = { examples: ["example.com"] };
const aliases = {
  description:
    "Other names of the website, which trackers and requests may use: its id in another product, or an old domain, whose pages count as well.",
  examples: [["3b8cd1ac-0e2f-4a4e-9a0c-4c1ed6e7d1f2", "old.example.com"]],
};
const shard = { examples: ["2"] };

const nullableText = (options: object) =>
  Type.Union([Type.String(), Type.Null()], { ...options, errorMessage: fieldError("text") });
const zeroOrOne = { minimum: 0, maximum: 1, errorMessage: "must be 0 or 1" };
const time = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-11-20T09:30:00Z"] });

/** The day that the server sees in the time zone of a website. */
export const today = Type.String({
  format: "date",
  description: "The current day in the time zone, by the clock of the server.",
  examples: ["2026-11-20"],
});

/** A website as the API returns it, without its password. */
export const WebsiteRecord = Type.Object(
  {
    id: Type.Integer({
      description: "Ids increase with each new website, and are never reused after a delete.",
      examples: [1],
    }),
    domain: Type.String({ ...domain, description: "Domain of the website, normalised." }),
    domain_unicode: Type.String({
      description: "The domain as people write it; the same for names in ASCII.",
      examples: ["münchen.de"],
    }),
    aliases: Type.Array(Type.String(), aliases),
    privacy: Type.Integer(privacy),
    email: Type.Integer(email),
    exclude_bots: Type.Integer(excludeBots),
    exclude_params: nullableText(excludeParams),
    exclude_ips: nullableText(excludeIps),
    favorited_at: nullableText(favoritedAt),
    has_password: Type.Boolean({
      description: "Whether the website has a password. The password is never returned.",
      examples: [false],
    }),
    timezone: Type.String(timezone),
    today,
    language: Type.Enum([...languages], language),
    shard: Type.Optional(
      Type.String({
        ...shard,
        description: "Name of the shard that has the website's data, if there are several.",
      }),
    ),
    created_at: time("Time of creation, UTC."),
    updated_at: time("Time of the last change, UTC."),
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
const languageSetting = (options: object) =>
  Type.Union([Type.Enum([...languages]), Type.Literal(""), Type.Null()], {
    ...language,
    ...options,
    errorMessage: `must be one of ${languages.join(", ")}`,
  });
const settings = {
  aliases: Type.Optional(
    Type.Array(Type.String({ pattern: "^[\\w.-]{1,253}$" }), {
      ...aliases,
      maxItems: aliasesMax,
      errorMessage: fieldError("aliases", { max: aliasesMax }),
    }),
  ),
  privacy: Type.Optional(Type.Integer(privacySetting)),
  password: Type.Optional(
    viewerPassword(
      "Password for viewers. With privacy 2 a website must have one; otherwise it is stored for later use.",
    ),
  ),
  email: Type.Optional(Type.Integer({ ...email, ...zeroOrOne })),
  exclude_bots: Type.Optional(Type.Integer({ ...excludeBots, ...zeroOrOne })),
  exclude_params: Type.Optional(nullableText(excludeParams)),
  exclude_ips: Type.Optional(nullableText(excludeIps)),
  favorited_at: Type.Optional(nullableText(favoritedAt)),
  timezone: Type.Optional(nullableText(timezone)),
  language: Type.Optional(languageSetting({})),
};

// The defaults are documentation: validation does not write them into requests.
export const NewWebsite = Type.Object(
  {
    domain: Type.String({
      ...domain,
      description:
        "Domain of the website. It is normalised: lower case, punycode, and without scheme, default port, `www.` and path.",
      errorMessage: fieldError("text"),
    }),
    ...settings,
    privacy: Type.Optional(Type.Integer({ ...privacySetting, default: 1 })),
    email: Type.Optional(Type.Integer({ ...email, ...zeroOrOne, default: 0 })),
    exclude_bots: Type.Optional(Type.Integer({ ...excludeBots, ...zeroOrOne, default: 1 })),
    timezone: Type.Optional(nullableText({ ...timezone, default: "UTC" })),
    language: Type.Optional(languageSetting({ default: "en" })),
    shard: Type.Optional(
      Type.String({
        ...shard,
        description:
          "Name of the shard for the website's data; without it, the one with the fewest events.",
        errorMessage: fieldError("text"),
      }),
    ),
  },
  {
    title: "NewWebsite",
    description: "A website to create. Empty text has the same effect as no value.",
    examples: [{ domain: "example.com", timezone: "Europe/Berlin" }],
  },
);
export type NewWebsite = Static<typeof NewWebsite>;

export const WebsiteUpdate = Type.Object(
  {
    ...settings,
    domain: Type.Optional(Type.Never({ errorMessage: "cannot be changed" })),
    shard: Type.Optional(
      Type.Never({ errorMessage: "cannot be changed here; `footfall move` moves a website" }),
    ),
  },
  {
    title: "WebsiteUpdate",
    description:
      "The fields to change. Fields that are not sent keep their values; empty text clears a field. `domain` cannot be changed.",
    examples: [{ exclude_ips: "203.0.113.7\n2001:db8::/32" }],
  },
);
export type WebsiteUpdate = Static<typeof WebsiteUpdate>;

export const DeletedWebsite = Type.Object(
  {
    id: Type.Integer({ description: "Id of the deleted website; never reused.", examples: [1] }),
    object: Type.Literal("website"),
    deleted: Type.Literal(true),
  },
  {
    title: "DeletedWebsite",
    description: "The website is deleted. Its events are deleted in the background.",
  },
);
