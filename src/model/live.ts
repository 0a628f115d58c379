import { type Static, Type } from "typebox";

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const LiveMinute = Type.Object(
  {
    minute: Type.String({
      format: "date-time",
      description: "Its beginning, in UTC.",
      examples: ["2026-11-21T15:04:00Z"],
    }),
    count: count("Page views in it.", 17),
  },
  { title: "LiveMinute", description: "A minute of the clock." },
);

const LivePage = Type.Object(
  {
    value: Type.String({ description: "The page.", examples: ["/pricing"] }),
    visitors: count("Those of the visitors who viewed it in the last 30 minutes.", 5),
    pageviews: count("How often they did.", 8),
  },
  { title: "LivePage", description: "A page and its numbers." },
);

const LiveReferrer = Type.Object(
  {
    value: Type.String({
      description: "The host that they came from, or `(direct)`.",
      examples: ["news.ycombinator.com"],
    }),
    visitors: count("Those of the visitors who came from there.", 3),
  },
  { title: "LiveReferrer", description: "A referrer and its visitors." },
);

export const Live = Type.Object(
  {
    visitors: count("Visitors with a page view or custom event in the last 5 minutes.", 12),
    pageviews: Type.Array(LiveMinute, {
      description:
        "Page views of each of the last 30 minutes, oldest first; the last one is not over yet.",
    }),
    pages: Type.Array(LivePage, {
      description: "The 10 pages that most of these visitors viewed in the last 30 minutes.",
    }),
    referrers: Type.Array(LiveReferrer, {
      description: "The 10 referrers that most of them came from in the last 30 minutes.",
    }),
  },
  { title: "Live", description: "What is going on now." },
);
export type Live = Static<typeof Live>;
