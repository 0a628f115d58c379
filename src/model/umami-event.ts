import { type Static, Type } from "typebox";

const text = (description: string, example: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description, examples: [example] }));

/** What Umami's trackers say of an event. What they send beside it is ignored. */
const UmamiPayload = Type.Object(
  {
    website: Type.Optional(
      Type.Union([Type.Integer(), Type.String(), Type.Null()], {
        description:
          "Id or domain of the website. Anything else, as Umami's own ids, leaves it to `hostname`.",
        examples: ["example.com"],
      }),
    ),
    hostname: text(
      "Host of the page. Required with an id, unless `url` is an address.",
      "www.example.com",
    ),
    url: text("Address of the page, or its path on `hostname`.", "/pricing?utm_campaign=autumn"),
    referrer: text(
      "Address that the visitor came from, or a path on the same host.",
      "https://news.ycombinator.com/",
    ),
    screen: text("Size of the screen.", "1920x1080"),
    language: text("BCP 47 tag.", "de-AT"),
    name: text("Name of the custom event; a page view without one.", "signup"),
    data: Type.Optional(
      Type.Union([Type.Object({}), Type.Null()], {
        description: "Becomes `props`: `{a: {b: 1}}` is `a.b`, a list is its JSON text.",
        examples: [{ plan: "pro" }],
      }),
    ),
  },
  {
    description:
      "An event in the form of Umami's trackers. Where it is wrong, `errors` has the names of our own form.",
    errorMessage: "must be an object of texts; website may be an id, and data is an object",
  },
);
export type UmamiPayload = Static<typeof UmamiPayload>;

const types = ["event", "identify", "performance", "error"];

export const UmamiRequest = Type.Object(
  {
    type: Type.Enum(types, {
      description: "What is sent. Everything but `event` is answered alike, and ignored.",
      examples: ["event"],
      errorMessage: `must be one of ${types.join(", ")}`,
    }),
    payload: UmamiPayload,
  },
  {
    title: "UmamiRequest",
    description: "What Umami's trackers send.",
    examples: [
      {
        type: "event",
        payload: { website: "example.com", hostname: "example.com", url: "/pricing" },
      },
    ],
  },
);
export type UmamiRequest = Static<typeof UmamiRequest>;
