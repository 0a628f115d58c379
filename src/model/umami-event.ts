import { type Static, Type } from "typebox";
import { oneOf } from "./text.ts";

const text = (description: string, example: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description, examples: [example] }));

/** A field that our own script sends, where it stands in for Umami's. */
const own = (field: string) =>
  Type.Optional(Type.Unknown({ description: `As \`${field}\` of \`TrackedEvent\`.` }));

/** The fields of Umami's trackers that describe an event. Other fields are ignored. */
const UmamiPayload = Type.Object(
  {
    website: Type.Optional(
      Type.Union([Type.Integer(), Type.String(), Type.Null()], {
        description:
          "Id, domain or alias of the website. With anything else, such as an id of Umami that is no alias, `hostname` decides.",
        examples: ["example.com"],
      }),
    ),
    hostname: text(
      "Host of the page. Required with an id, unless `url` is absolute.",
      "www.example.com",
    ),
    url: text("URL of the page, or its path on `hostname`.", "/pricing?utm_campaign=autumn"),
    referrer: text(
      "URL that the visitor came from, or a path on the same host.",
      "https://news.ycombinator.com/",
    ),
    screen: text("Width and height of the screen, in pixels.", "1920x1080"),
    language: text("Language of the visitor, a BCP 47 tag.", "de-AT"),
    name: text("Name of the custom event. An event without a name is a page view.", "signup"),
    data: Type.Optional(
      Type.Union([Type.Object({}), Type.Null()], {
        description:
          "Custom properties: `{a: {b: 1}}` becomes `a.b`, and a list becomes its JSON text.",
        examples: [{ plan: "pro" }],
      }),
    ),
    soft: own("soft"),
    h: own("h"),
    e: own("e"),
    sd: own("sd"),
  },
  {
    description:
      "An event in the format of Umami's trackers. Errors use the field names of Footfall's own format.",
    errorMessage: "must be an object of texts; website can be an id, and data must be an object",
  },
);
export type UmamiPayload = Static<typeof UmamiPayload>;

const types = ["event", "identify", "performance", "error"];

export const UmamiRequest = Type.Object(
  {
    type: oneOf(types, {
      description: "Kind of the request. All kinds but `event` are accepted and ignored.",
      examples: ["event"],
    }),
    payload: UmamiPayload,
  },
  {
    title: "UmamiRequest",
    description: "A request of Umami's trackers.",
    examples: [
      {
        type: "event",
        payload: { website: "example.com", hostname: "example.com", url: "/pricing" },
      },
    ],
  },
);
export type UmamiRequest = Static<typeof UmamiRequest>;

export const UmamiBatchOutcome = Type.Object(
  {
    size: Type.Integer({ description: "Number of requests in the body.", examples: [3] }),
    processed: Type.Integer({
      description: "Number of requests that were taken, with those that a rule drops.",
      examples: [2],
    }),
    errors: Type.Integer({ description: "Number of requests that were refused.", examples: [1] }),
    details: Type.Array(
      Type.Object({
        index: Type.Integer({ description: "Place in the body, from 0.", examples: [1] }),
        response: Type.Object(
          {},
          {
            additionalProperties: true,
            description: "The answer that `POST /api/send` would have given.",
            examples: [{ status: 404, code: "WEBSITE_NOT_FOUND", message: "No such website" }],
          },
        ),
      }),
      { description: "The refused requests." },
    ),
  },
  { title: "UmamiBatchOutcome", description: "The events that were taken are on disk." },
);
export type UmamiBatchOutcome = Static<typeof UmamiBatchOutcome>;
