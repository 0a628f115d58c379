import { type Static, type TObject, type TSchema, Type } from "typebox";

const nullable = <S extends TSchema>(schema: S, errorMessage: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { errorMessage }));

const name = nullable(
  Type.String({ minLength: 1, maxLength: 120 }),
  "must be text of 1 to 120 characters",
);
const url = nullable(
  Type.String({ minLength: 1, maxLength: 2_000 }),
  "must be an http or https address of at most 2,000 characters",
);
const domain = nullable(Type.String(), "must be text");
const referrer = nullable(Type.String(), "must be text");
const jsonObject = nullable(
  Type.Union([Type.Object({}), Type.String()]),
  "must be an object, or one as a JSON string",
);

/** What an event says, in the long and in the short (Plausible's) form. */
const eventFields = {
  name,
  n: name,
  url,
  u: url,
  referrer,
  r: referrer,
  screen: nullable(
    Type.String({ pattern: "^(\\d{1,5}x\\d{1,5})?$" }),
    "must have the form 1920x1080",
  ),
  language: nullable(
    Type.String({ maxLength: 35, pattern: "^([A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*)?$" }),
    "must be a BCP 47 language tag, such as de or pt-BR",
  ),
  props: jsonObject,
  p: jsonObject,
  revenue: jsonObject,
  $: jsonObject,
  // Of Plausible's engagement events: milliseconds on the page, and percent of it seen.
  e: Type.Optional(Type.Unknown()),
  sd: Type.Optional(Type.Unknown()),
} satisfies TObject["properties"];

/** An event from a browser: it names its website. */
export const TrackedEvent = Type.Object({
  domain,
  d: domain,
  website: nullable(
    Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: "^[1-9]\\d{0,15}$" })]),
    "must be the id of a website",
  ),
  ...eventFields,
});
export type TrackedEvent = Static<typeof TrackedEvent>;

/** An event of a bulk request: the path names the website, the event says whose and when it was. */
export const BulkEvent = Type.Object({
  timestamp: nullable(Type.String({ maxLength: 40 }), "must be an ISO 8601 date and time"),
  ip: nullable(Type.String({ maxLength: 45 }), "must be an IP address"),
  user_agent: nullable(Type.String(), "must be text"),
  ...eventFields,
});
export type BulkEvent = Static<typeof BulkEvent>;

export const BulkOutcome = Type.Object({
  accepted: Type.Integer(),
  dropped: Type.Record(Type.String(), Type.Integer(), {
    description: "Reason → number of events, only reasons that occurred.",
  }),
});
export type BulkOutcome = Static<typeof BulkOutcome>;
