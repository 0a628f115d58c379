import { type Static, Type } from "typebox";

import { liveMinutes, liveViewMinutes } from "./choices.ts";
import { count } from "./fields.ts";

const LiveMinute = Type.Object(
  {
    minute: Type.String({
      format: "date-time",
      description: "Start of the minute, in UTC.",
      examples: ["2026-11-21T15:04:00Z"],
    }),
    count: count("Page views in this minute.", 17),
  },
  { title: "LiveMinute", description: "The page views of one minute." },
);

const LivePage = Type.Object(
  {
    value: Type.String({ description: "The page.", examples: ["/pricing"] }),
    visitors: count(`Live visitors who viewed the page in the last ${liveViewMinutes} minutes.`, 5),
    pageviews: count(`Their views of the page in the last ${liveViewMinutes} minutes.`, 8),
  },
  { title: "LivePage", description: "A page and its live visitors." },
);

const LiveReferrer = Type.Object(
  {
    value: Type.String({
      description: "Host that the visitors came from, or `(direct)`.",
      examples: ["news.ycombinator.com"],
    }),
    visitors: count("Live visitors who came from this host.", 3),
  },
  { title: "LiveReferrer", description: "A referrer and its live visitors." },
);

const LiveReads = Type.Object(
  {
    operator: Type.String({
      description: "The company that runs the readers; may be empty.",
      examples: ["OpenAI"],
    }),
    reads: count(`Reads in the last ${liveViewMinutes} minutes.`, 14),
  },
  { title: "LiveReads", description: "An operator and its reads." },
);

export const Live = Type.Object(
  {
    visitors: count(
      `Live visitors: those with a page view or custom event in the last ${liveMinutes} minutes.`,
      12,
    ),
    pageviews: Type.Array(LiveMinute, {
      description: `Page views of each of the last ${liveViewMinutes} minutes, oldest first. The last minute is not over yet.`,
    }),
    pages: Type.Array(LivePage, {
      description: `The 10 pages that most live visitors viewed in the last ${liveViewMinutes} minutes.`,
    }),
    referrers: Type.Array(LiveReferrer, {
      description: `The 10 referrers that most live visitors came from in the last ${liveViewMinutes} minutes.`,
    }),
    reads: Type.Optional(
      Type.Array(LiveReads, {
        description: `What programs read in the last ${liveViewMinutes} minutes, the operator with most reads first. Footfall counts them in memory, so a restart begins with none. Absent without reads; a public page has none, and a shared link only if it shows \`reads\`.`,
      }),
    ),
  },
  { title: "Live", description: "The live view of a website." },
);
export type Live = Static<typeof Live>;
