import { type Static, type TObject, type TSchema, Type } from "typebox";

import { urlCharactersMax } from "../url.ts";

/** For people who read the API's document. */
type Said = { readonly description: string; readonly examples?: unknown[] };

const nullable = <S extends TSchema>(schema: S, options: Said & { errorMessage: string }) =>
  Type.Optional(Type.Union([schema, Type.Null()], options));

const shortOf = (field: string) => ({ description: `Short form of \`${field}\`.` });

const name = (said: Said) =>
  nullable(Type.String({ minLength: 1, maxLength: 120 }), {
    ...said,
    errorMessage: "must be text of 1 to 120 characters",
  });
const url = (said: Said) =>
  nullable(Type.String({ minLength: 1, maxLength: urlCharactersMax }), {
    ...said,
    errorMessage: "must be an http or https address of at most 2,000 characters",
  });
const text = (said: Said) => nullable(Type.String(), { ...said, errorMessage: "must be text" });
const jsonObject = (said: Said) =>
  nullable(Type.Union([Type.Object({}), Type.String()]), {
    ...said,
    errorMessage: "must be an object, or one as a JSON string",
  });

/** What an event says, in the long and in the short (Plausible's) form. */
const eventFields = {
  name: name({
    description: "`pageview`, which it is without a name, or the custom event's name.",
    examples: ["pageview"],
  }),
  n: name(shortOf("name")),
  url: url({
    description: "Required, in one of its forms: address of the page, http or https.",
    examples: ["https://example.com/pricing?utm_campaign=autumn"],
  }),
  u: url(shortOf("url")),
  referrer: text({
    description: "Address that the visitor came from.",
    examples: ["https://news.ycombinator.com/"],
  }),
  r: text(shortOf("referrer")),
  screen: nullable(Type.String({ pattern: "^(\\d{1,5}x\\d{1,5})?$" }), {
    description: "Size of the screen.",
    examples: ["1920x1080"],
    errorMessage: "must have the form 1920x1080",
  }),
  language: nullable(
    Type.String({ maxLength: 35, pattern: "^([A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*)?$" }),
    {
      description: "BCP 47 tag.",
      examples: ["de-AT"],
      errorMessage: "must be a BCP 47 language tag, such as de or pt-BR",
    },
  ),
  props: jsonObject({
    description:
      "Object of at most 30 texts, numbers and booleans, or that object as a JSON string.",
    examples: [{ plan: "pro", seats: 3 }],
  }),
  p: jsonObject(shortOf("props")),
  revenue: jsonObject({
    description: "Amount and ISO 4217 currency, or that object as a JSON string.",
    examples: [{ amount: 19.9, currency: "EUR" }],
  }),
  $: jsonObject(shortOf("revenue")),
  e: Type.Optional(
    Type.Unknown({ description: "Of `engagement` events: milliseconds on the page." }),
  ),
  sd: Type.Optional(
    Type.Unknown({ description: "Of `engagement` events: percent of the page that was seen." }),
  ),
} satisfies TObject["properties"];

/** An event from a browser: it names its website. */
export const TrackedEvent = Type.Object(
  {
    domain: text({
      description: "Domain of the website; required, in one of its forms, without `website`.",
      examples: ["example.com"],
    }),
    d: text(shortOf("domain")),
    website: nullable(
      Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: "^[1-9]\\d{0,15}$" })]),
      {
        description: "Id of the website, in place of `domain`.",
        examples: [1],
        errorMessage: "must be the id of a website",
      },
    ),
    ...eventFields,
  },
  {
    title: "TrackedEvent",
    description:
      "An event from a page. Long forms win over short ones. Without `language` the first of `Accept-Language` counts.",
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

/** An event of a bulk request: the path names the website, the event says whose and when it was. */
export const BulkEvent = Type.Object(
  {
    timestamp: nullable(Type.String({ maxLength: 40 }), {
      description: "When it was, ISO 8601, from 2000-01-01 to a day ahead; now without it.",
      examples: ["2026-11-20T09:30:00Z"],
      errorMessage: "must be an ISO 8601 date and time",
    }),
    ip: nullable(Type.String({ maxLength: 45 }), {
      description: "The visitor's address; it is not stored.",
      examples: ["203.0.113.7"],
      errorMessage: "must be an IP address",
    }),
    user_agent: text({
      description: "The visitor's `User-Agent`; it is not stored.",
      examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    }),
    ...eventFields,
  },
  {
    title: "BulkEvent",
    description: "An event of the website that the path names. Long forms win over short ones.",
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
    accepted: Type.Integer({ description: "Events that will be counted.", examples: [998] }),
    dropped: Type.Record(Type.String(), Type.Integer(), {
      description: "Reason → number of events, only reasons that occurred.",
      examples: [{ bot: 2 }],
    }),
  },
  { title: "BulkOutcome", description: "The events are durable, or dropped for a reason." },
);
export type BulkOutcome = Static<typeof BulkOutcome>;
