import { type Static, type TSchema, Type } from "typebox";
import {
  comparedFields,
  comparedUntilField,
  count,
  numberOrNull,
  rangeFields,
  valueFields,
} from "./fields.ts";
import { hiddenField } from "./hidden-meta.ts";
import { pageOf } from "./page.ts";

const share = (description: string, example: number) =>
  numberOrNull(`${description}, 0 to 1, with four digits.`, example);

const FunnelStatsStep = Type.Object(
  {
    step: count("Number of the step, from 1.", 2),
    name: Type.String({ description: "Name of the step, or its value.", examples: ["Signup"] }),
    visitors: count("Visitors that reached the step.", 90),
    from_start: share("Part of those that reached step 1; null if nobody did", 0.375),
    from_previous: share(
      "Part of those that reached the step before; null if nobody did, and for step 1",
      0.375,
    ),
    dropped: Type.Union([Type.Integer(), Type.Null()], {
      description: "Visitors that reached this step and not the next; null for the last step.",
      examples: [59],
    }),
  },
  { title: "FunnelStatsStep", description: "A step of a funnel, and who reached it." },
);
export type FunnelStatsStep = Static<typeof FunnelStatsStep>;

const numbers = {
  visitors: count("Visitors of the summary for the same days and filters.", 1000),
  entered: count("Visitors that reached step 1.", 240),
  completed: count("Visitors that reached the last step.", 31),
  conversion_rate: share("`completed` / `entered`; null if nobody entered", 0.1292),
  steps: Type.Array(FunnelStatsStep, { description: "The steps, in their order." }),
};
const FunnelNumbers = Type.Object(numbers);
export type FunnelNumbers = Static<typeof FunnelNumbers>;

export const FunnelStats = Type.Object(
  {
    ...rangeFields,
    ...numbers,
    ...comparedFields(numbers, {
      visitors: 0.25,
      entered: 0.2,
      completed: 0.1,
      conversion_rate: -0.0833,
    }),
  },
  {
    title: "FunnelStats",
    description:
      "How far visitors got in a funnel. `previous` and `change` are present with `compare` only.",
  },
);
export type FunnelStats = Static<typeof FunnelStats>;

const FunnelStat = Type.Object(
  {
    ...valueFields,
    entered: count("Visitors with the value that reached step 1.", 120),
    completed: count("Those of them that reached the last step.", 16),
    conversion_rate: Type.Number({
      description: "`completed` / `entered`, 0 to 1, with four digits.",
      examples: [0.1333],
    }),
    steps: Type.Array(Type.Integer(), {
      description: "Visitors with the value that reached each step.",
      examples: [[120, 48, 16]],
    }),
  },
  { title: "FunnelStat", description: "A value, and how far its visitors got in a funnel." },
);
export type FunnelStat = Static<typeof FunnelStat>;

/** Returns the schema of the answers to a query for a funnel, which have these headers. */
export const funnelAnswer = (headers: Readonly<Record<string, TSchema>>) =>
  Type.Union(
    [
      Type.Object({
        data: FunnelStats,
        meta: Type.Optional(Type.Object({ ...comparedUntilField, ...hiddenField })),
      }),
      pageOf(FunnelStat, hiddenField),
    ],
    {
      description: "The steps of the funnel; or with `name` one page of the dimension's values.",
      headers,
    },
  );
