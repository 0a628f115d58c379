import { type Static, type TObject, type TSchema, Type } from "typebox";

import { nameCharactersMax, propsMax, urlCharactersMax } from "./limits.ts";
import { textOf } from "./text.ts";

/** The documentation of a field in the OpenAPI document. */
type Documentation = { readonly description: string; readonly examples?: unknown[] };

const nullable = <S extends TSchema>(
  schema: S,
  options: Documentation & { errorMessage: string },
) => Type.Optional(Type.Union([schema, Type.Null()], options));

const shortOf = (field: string) => ({ description: `Short form of \`${field}\`.` });

const name = (documentation: Documentation) =>
  Type.Optional(Type.Union([textOf(nameCharactersMax), Type.Null()], documentation));
const charactersMax = urlCharactersMax.toLocaleString("en");
const urlError = `must be an http or https URL of at most ${charactersMax} characters`;
const url = (documentation: Documentation) =>
  nullable(Type.String({ minLength: 1, maxLength: urlCharactersMax }), {
    ...documentation,
    errorMessage: urlError,
  });
const text = (documentation: Documentation) =>
  nullable(Type.String(), { ...documentation, errorMessage: "must be text" });
const jsonObject = (documentation: Documentation) =>
  nullable(Type.Union([Type.Object({}), Type.String()]), {
    ...documentation,
    errorMessage: "must be an object, or a JSON string with an object",
  });

/** The fields that every event can have: long names, and the short ones of Plausible's trackers. */
const eventFields = {
  name: name({
    description: "`pageview`, which is the default, or the name of a custom event.",
    examples: ["pageview"],
  }),
  n: name(shortOf("name")),
  url: url({
    description: "URL of the page, http or https. Either `url` or `u` is required.",
    examples: ["https://example.com/pricing?utm_campaign=autumn"],
  }),
  u: url(shortOf("url")),
  referrer: text({
    description: "URL that the visitor came from.",
    examples: ["https://news.ycombinator.com/"],
  }),
  r: text(shortOf("referrer")),
  soft: nullable(Type.Boolean(), {
    description:
      "Whether the page was reached within a page that was loaded before, as in a single-page application. The referrer, `utm_*` and click id are then those of the load, and are ignored.",
    examples: [true],
    errorMessage: "must be true or false",
  }),
  screen: nullable(Type.String({ pattern: "^(\\d{1,5}x\\d{1,5})?$" }), {
    description: "Width and height of the screen, in pixels.",
    examples: ["1920x1080"],
    errorMessage: "must have the form 1920x1080",
  }),
  language: nullable(
    Type.String({ maxLength: 35, pattern: "^([A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*)?$" }),
    {
      description: "Language of the visitor, a BCP 47 tag.",
      examples: ["de-AT"],
      errorMessage: "must be a BCP 47 language tag, such as de or pt-BR",
    },
  ),
  h: Type.Optional(
    Type.Unknown({
      description:
        "1 if the fragment of the URL is a part of the page, as with routers that write `/#/two`.",
    }),
  ),
  w: Type.Optional(
    Type.Unknown({ description: "1 if a program drives the browser (`navigator.webdriver`)." }),
  ),
  props: jsonObject({
    description: `Object with at most ${propsMax} texts, numbers or booleans, or a JSON string with that object.`,
    examples: [{ plan: "pro", seats: 3 }],
  }),
  p: jsonObject(shortOf("props")),
  revenue: jsonObject({
    description: "Amount and ISO 4217 currency, or a JSON string with that object.",
    examples: [{ amount: 19.9, currency: "EUR" }],
  }),
  $: jsonObject(shortOf("revenue")),
  e: Type.Optional(
    Type.Unknown({ description: "In `engagement` events: milliseconds spent on the page." }),
  ),
  sd: Type.Optional(
    Type.Unknown({ description: "In `engagement` events: percentage of the page that was seen." }),
  ),
} satisfies TObject["properties"];

/** The error of a `website` that is none. */
export const wrongWebsite = "must be the id or an alias of a website";

/** An event from a browser. It names its website. */
export const TrackedEvent = Type.Object(
  {
    domain: text({
      description: "Domain of the website. One of `domain`, `d` and `website` is required.",
      examples: ["example.com"],
    }),
    d: text(shortOf("domain")),
    website: nullable(
      Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: "^[\\w.-]{1,253}$" })]),
      {
        description:
          "Id or alias of the website, instead of `domain`. `pa-…` is the name of a script of Plausible's: if no website has it, `domain` counts.",
        examples: [1],
        errorMessage: wrongWebsite,
      },
    ),
    ...eventFields,
  },
  {
    title: "TrackedEvent",
    description:
      "An event from a page. Long field names take precedence over short ones. The default of `language` is the first language of `Accept-Language`.",
    examples: [
      {
        domain: "example.com",
        url: "https://example.com/pricing?utm_campaign=autumn",
        referrer: "https://news.ycombinator.com/",
      },
    ],
  },
);
export type TrackedEvent = Static<typeof TrackedEvent>;

/**
 * An event of a bulk request. The path names the website; the event has the visitor and the time.
 */
export const BulkEvent = Type.Object(
  {
    timestamp: nullable(Type.String({ maxLength: 40 }), {
      description:
        "Time of the event, ISO 8601, from 2000-01-01 to one day ahead. The default is now.",
      examples: ["2026-11-20T09:30:00Z"],
      errorMessage: "must be an ISO 8601 date and time",
    }),
    ip: nullable(Type.String({ maxLength: 45 }), {
      description: "IP address of the visitor. It is not stored.",
      examples: ["203.0.113.7"],
      errorMessage: "must be an IP address",
    }),
    user_agent: text({
      description: "`User-Agent` of the visitor. It is not stored.",
      examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    }),
    ...eventFields,
  },
  {
    title: "BulkEvent",
    description:
      "An event of the website in the path. Long field names take precedence over short ones.",
    examples: [
      {
        url: "https://example.com/pricing",
        timestamp: "2026-11-20T09:30:00Z",
        ip: "203.0.113.7",
        user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      },
    ],
  },
);
export type BulkEvent = Static<typeof BulkEvent>;

export const BulkOutcome = Type.Object(
  {
    accepted: Type.Integer({ description: "Number of accepted events.", examples: [998] }),
    dropped: Type.Record(Type.String(), Type.Integer(), {
      description: "Number of dropped events by reason; only reasons that occurred.",
      examples: [{ bot: 2 }],
    }),
  },
  { title: "BulkOutcome", description: "The accepted events are on disk." },
);
export type BulkOutcome = Static<typeof BulkOutcome>;
