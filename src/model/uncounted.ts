import { type Static, Type } from "typebox";

import { dropReasons } from "./drop-reason.ts";

const events = Type.Integer({
  description: "Number of events without those of engagement, or of requests.",
  examples: [2],
});
const lastAt = Type.String({
  format: "date-time",
  description: "Time of the last one, UTC.",
  examples: ["2026-11-20T09:30:00Z"],
});

/** A domain that events name and that is no website. */
export const UnknownWebsite = Type.Object(
  {
    name: Type.String({ description: "The domain.", examples: ["my-shpo.example"] }),
    events,
    last_at: lastAt,
  },
  { title: "UnknownWebsite", description: "A domain that events name and that is no website." },
);
export type UnknownWebsite = Static<typeof UnknownWebsite>;

const LastEvent = Type.Object({
  page: Type.String({ description: "Path of the page.", examples: ["/pricing"] }),
  at: Type.String({
    format: "date-time",
    description: "Time of the event, UTC.",
    examples: ["2026-11-20T09:30:00Z"],
  }),
  country: Type.String({
    description: "ISO 3166 code of the country; empty if unknown.",
    examples: ["DE"],
  }),
  browser: Type.String({ description: "The browser; empty if unknown.", examples: ["Firefox"] }),
});

const NotCounted = Type.Object({
  reason: Type.Enum([...dropReasons, "script"], {
    description:
      "The rule that dropped the events; `script` if pages asked for a script of Footfall that there is not.",
    examples: ["hostname"],
  }),
  name: Type.String({
    description:
      "The host of the pages, the bot or the path of the script; empty for addresses, and bots without a name.",
    examples: ["other.example"],
  }),
  events,
  last_at: lastAt,
});

/** Whether the events of a website arrive, and which ones do not count. */
export const TrackingCheck = Type.Object(
  {
    last: Type.Union([LastEvent, Type.Null()], {
      description: "The last event that counted; null if none did since yesterday.",
    }),
    not_counted: Type.Array(NotCounted, {
      description: "What sent events that a rule dropped since yesterday, the newest first.",
    }),
    networks: Type.Boolean({
      description:
        "Whether this server knows the networks of addresses. Without that, no event gets the mark `hosting`.",
      examples: [true],
    }),
  },
  { title: "TrackingCheck", description: "Whether the events of a website arrive." },
);
export type TrackingCheck = Static<typeof TrackingCheck>;
