import { type Static, Type } from "typebox";

import type { Errors } from "../../base/errors.ts";
import type { Journey, JourneyElement } from "../../counting/journeys.ts";
import { journeyPathPage, journeyStepPage } from "../../model/journey.ts";
import { oneOf } from "../../model/text.ts";
import {
  type JourneyPathsQuery,
  journeyPathsCsvReport,
  journeyPathsReport,
} from "../../stats/journey-paths.ts";
import {
  type JourneyStepsQuery,
  journeyStepsCsvReport,
  journeyStepsReport,
} from "../../stats/journeys.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange } from "../params/day-range.ts";
import { listParam } from "../params/list-param.ts";
import { perPage, searchIn } from "../params/page-params.ts";
import { defineReport } from "./define-report.ts";
import { readMatcherParam } from "./matcher-param.ts";
import { reportParams } from "./population.ts";
import { readPosition } from "./read-list.ts";
import { sendRows } from "./report-answers.ts";

const elementsMax = 10;

const walkParams = {
  start: Type.Optional(
    Type.String({
      description:
        "Where the walk begins: the first element of a visit that matches, `page:` or `event:` and a page or name, with `*` and `~` as in goals. Without it, the walk begins with the visit's first element, or its last one with `direction=back`. `event:` needs `include=events`.",
      examples: ["page:/pricing"],
      errorMessage: "must be one page: or event: and a page or a name",
    }),
  ),
  direction: Type.Optional(
    Type.Enum(["forward", "back"], {
      default: "forward",
      description: "`back` walks towards the beginning of the visit.",
      examples: ["back"],
      errorMessage: "must be forward or back",
    }),
  ),
  include: Type.Optional(
    oneOf(["events"], {
      description: "`events` makes custom events elements, too.",
      examples: ["events"],
    }),
  ),
};

export const JourneyParams = Type.Object({
  ...dayRange,
  ...walkParams,
  path: Type.Optional(
    Type.Array(Type.String(), {
      description: `The elements that follow the start, exactly: \`page:\` or \`event:\` and the text. ${elementsMax} at most.`,
      examples: [["page:/pricing", "page:/signup"]],
      errorMessage: "must be page: or event: and a text",
    }),
  ),
  ...searchIn("value"),
  ...reportParams,
  ...csvParams,
  ...perPage,
});

export const JourneyPathParams = Type.Object({
  ...dayRange,
  steps: Type.Integer({
    minimum: 2,
    maximum: 8,
    description: "Number of elements that a path has at most.",
    examples: [4],
    errorMessage: "must be an integer from 2 to 8",
  }),
  ...walkParams,
  ...reportParams,
  ...csvParams,
  ...perPage,
});

type WalkParams = Pick<Static<typeof JourneyParams>, keyof typeof walkParams>;

/** The journeys of a website's visits: what comes next after a start and a path. */
export const journeyRoute = defineReport({
  description:
    "The pages, and with `include=events` custom events, that come next in visits: one page as JSON, or all of them as CSV.",
  params: JourneyParams,
  response: journeyStepPage(Tagged),
  csv: Type.String({
    description: "All elements as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored.",
    examples: ['type,value,visits,share\r\n"page","/pricing",120,0.375\r\n'],
  }),
  gather: listParam("path"),
  errors({ params }, wrong) {
    const errors: Errors = {};
    if (wrong["start"] === undefined) readJourney(params, errors);
    if (wrong["path"] === undefined) readPath(params.path, errors);
    return errors;
  },
  read: ({ params, range }): JourneyStepsQuery => ({
    ...range,
    ...readPosition(params),
    countsFrom: "events",
    journey: readJourney(params),
    path: readPath(params.path),
    search: params.search ?? "",
  }),
  send: (answering, query) =>
    sendRows(answering, query, {
      page: journeyStepsReport,
      csv: journeyStepsCsvReport,
      name: "journeys",
      toSlice: ({ rows, total, all_visits: visits }) => ({
        items: [...rows],
        total,
        meta: { visits, depth: query.path.length },
      }),
    }),
});

/** The beginnings of journeys. */
export const journeyPathRoute = defineReport({
  description:
    "The beginnings of visits, up to a number of elements: one page as JSON, or all of them as CSV.",
  params: JourneyPathParams,
  response: journeyPathPage(Tagged),
  csv: Type.String({
    description:
      "All paths as CSV (RFC 4180, UTF-8), each as JSON text; `page` and `per_page` are ignored.",
    examples: [
      'path,visits,share,continued\r\n"[{""type"":""page"",""value"":""/""}]",120,0.375,80\r\n',
    ],
  }),
  errors({ params }, wrong) {
    const errors: Errors = {};
    if (wrong["start"] === undefined) readJourney(params, errors);
    return errors;
  },
  read: ({ params, range }): JourneyPathsQuery => ({
    ...range,
    ...readPosition(params),
    countsFrom: "events",
    journey: readJourney(params),
    steps: params.steps,
  }),
  send: (answering, query) =>
    sendRows(answering, query, {
      page: journeyPathsReport,
      csv: journeyPathsCsvReport,
      name: "journey-paths",
      toSlice: ({ rows, total, all_visits: visits }) => ({
        items: [...rows],
        total,
        meta: { visits },
      }),
    }),
});

/** Returns the journey of a query. Adds to `errors` what is wrong with `start`. */
function readJourney(params: WalkParams, errors: Errors = {}): Journey {
  const { start, direction = "forward", include } = params;
  const walk = { direction, hasEvents: include !== undefined };
  if (start === undefined) return walk;
  const matcher = readMatcherParam(start, "start", errors);
  if (matcher.type === "event" && !walk.hasEvents && errors["start"] === undefined) {
    errors["start"] = ["must be a page without include=events"];
  }
  return { ...walk, start: matcher };
}

function readPath(texts: readonly string[] = [], errors: Errors = {}): readonly JourneyElement[] {
  if (texts.length > elementsMax) errors["path"] = [`must have at most ${elementsMax} elements`];
  return texts.slice(0, elementsMax).map((text) => {
    const [, type, value = ""] = /^(page|event):(.+)$/s.exec(text) ?? [];
    if (type === undefined) errors["path"] = ["must be page: or event: and a text"];
    return { type: type as JourneyElement["type"], value };
  });
}
