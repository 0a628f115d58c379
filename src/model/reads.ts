import { type Static, type TSchema, Type } from "typebox";
import { purposes } from "./choices.ts";
import { count } from "./fields.ts";
import { pageOf } from "./page.ts";

const reads = count("Reads.", 1204);
const value = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
const share = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [0.8312] });

export const ReadsRow = Type.Object(
  {
    value: value("The value of the property that `by` names.", "GPTBot"),
    operator: Type.Optional(
      value("The company that runs the reader; `by=reader` alone has it. May be empty.", "OpenAI"),
    ),
    purpose: Type.Optional(
      Type.Enum([...purposes], {
        description: "The purpose of the reader; `by=reader` alone has it.",
        examples: ["training"],
      }),
    ),
    reads,
    pages: count("Different paths. `(other)` is one.", 86),
    verified_reads: count("Reads from addresses that the operator has published.", 1180),
    last_at: Type.String({
      format: "date-time",
      description: "The beginning of the last hour with a read, in UTC.",
      examples: ["2026-11-20T12:00:00Z"],
    }),
  },
  { title: "Reads", description: "The reads with one value." },
);
export type ReadsRow = Static<typeof ReadsRow>;

export const readsPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(
    ReadsRow,
    { count: count("All reads that the query selects, the same for every `by`.", 3210) },
    headers,
  );

const numbers = {
  reads,
  readers: count("Different readers.", 31),
  operators: count("Different operators.", 17),
  pages: count("Different paths.", 420),
  not_found: count("Reads that were answered with 404.", 12),
  verified_share: share(
    "Reads from addresses that operators have published, of all reads, 0 to 1 with four digits; null without reads.",
  ),
};
export const ReadsNumbers = Type.Object(numbers, {
  title: "ReadsNumbers",
  description: "A range of days in six numbers.",
});
export type ReadsNumbers = Static<typeof ReadsNumbers>;

const day = (description: string, example: string) =>
  Type.String({ format: "date", description, examples: [example] });
const from = day("First day.", "2026-11-01");
const to = day("Last day.", "2026-11-30");
const changes = Object.keys(numbers).map((name) => [name, share(`Change of \`${name}\`.`)]);

export const ReadsSummary = Type.Object(
  {
    from,
    to,
    ...numbers,
    previous: Type.Optional(
      Type.Object({ from, to, ...numbers }, { description: "The earlier range." }),
    ),
    change: Type.Optional(
      Type.Object(Object.fromEntries(changes), {
        description: "The changes since the earlier range; null where that has nothing.",
      }),
    ),
  },
  { title: "ReadsSummary", description: "The reads of a range of days, and of an earlier one." },
);
export type ReadsSummary = Static<typeof ReadsSummary>;

export const ReadsExchange = Type.Object(
  {
    operator: value("The company that has an assistant.", "OpenAI"),
    reads: Type.Partial(Type.Record(Type.Enum([...purposes]), Type.Integer()), {
      description: "Its reads by purpose; only purposes that occurred.",
      examples: [{ training: 1100, assistant_user: 104 }],
    }),
    visits: count("Visits whose source is one of its assistants.", 86),
    visitors: count("Visitors with such a visit.", 80),
    visits_per_1000_reads: Type.Union([Type.Number(), Type.Null()], {
      description: "Visits for each 1,000 reads, with one digit; null without reads.",
      examples: [71.4],
    }),
  },
  { title: "ReadsExchange", description: "The reads of an operator, and the visits it sent." },
);
export type ReadsExchange = Static<typeof ReadsExchange>;

export const UnreadPage = Type.Object(
  {
    value: value("The page.", "/pricing"),
    pageviews: count("Its page views in the range.", 52),
  },
  { title: "UnreadPage", description: "A page that people viewed and no reader fetched." },
);
export type UnreadPage = Static<typeof UnreadPage>;
export const unreadPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(UnreadPage, {}, headers);

export const MissingPath = Type.Object(
  {
    value: value("The path.", "/old-page"),
    reads: count("Reads of it that were answered with 404.", 12),
    readers: Type.Array(Type.String(), {
      description: "Who asked for it, the most frequent first.",
      examples: [["GPTBot", "bingbot"]],
    }),
  },
  { title: "MissingPath", description: "A path that readers asked for in vain." },
);
export type MissingPath = Static<typeof MissingPath>;
export const missingPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(MissingPath, {}, headers);
