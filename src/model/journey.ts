import { type Static, type TSchema, Type } from "typebox";

import { pageOf } from "./page.ts";

const visits = (description: string) => Type.Integer({ description, examples: [120] });
const share = Type.Number({
  description: "Share of `meta.visits`, from 0 to 1, with four digits after the point.",
  examples: [0.375],
});
const value = Type.String({
  description: "The page, the name of the custom event, or `(end)`.",
  examples: ["/pricing"],
});

/** A row of `journeys`. */
export const JourneyStep = Type.Object(
  {
    type: Type.Enum(["page", "event", "end"], {
      description: "A page, a custom event, or the end of the visit.",
      examples: ["page"],
    }),
    value,
    visits: visits("Visits that go on with it."),
    share,
  },
  { title: "JourneyStep", description: "An element that comes next in a journey." },
);
export type JourneyStep = Static<typeof JourneyStep>;

const PathElement = Type.Object(
  {
    type: Type.Enum(["page", "event"], {
      description: "A page or a custom event.",
      examples: ["page"],
    }),
    value: Type.String({
      description: "The page, or the name of the custom event.",
      examples: ["/pricing"],
    }),
  },
  { title: "JourneyElement", description: "An element of a journey." },
);
export type JourneyElement = Static<typeof PathElement>;

/** A row of `journeys/paths`. */
export const JourneyPath = Type.Object(
  {
    path: Type.Array(PathElement, {
      description: "The elements in the order of the walk, `steps` at most.",
    }),
    visits: visits("Visits that begin so."),
    share,
    continued: Type.Integer({
      description: "Those of them that have more elements.",
      examples: [80],
    }),
  },
  { title: "JourneyPath", description: "The beginning of a journey." },
);
export type JourneyPath = Static<typeof JourneyPath>;

const journeyVisits = {
  visits: Type.Integer({
    description: "Visits that have the start and the path, which all rows add up to.",
    examples: [320],
  }),
};

/** Returns the schema of a page of `journeys`, whose answer has these headers. */
export const journeyStepPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(
    JourneyStep,
    {
      ...journeyVisits,
      depth: Type.Integer({ description: "Number of `path` parameters.", examples: [2] }),
    },
    headers,
  );

/** Returns the schema of a page of `journeys/paths`, whose answer has these headers. */
export const journeyPathPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(JourneyPath, journeyVisits, headers);
