import { type Static, Type } from "typebox";
import { type Errors, type FieldErrors, refuseFields } from "../../base/errors.ts";
import type { Journey, JourneyElement } from "../../counting/journeys.ts";
import { oneOf } from "../../model/text.ts";
import type { JourneyPathsQuery } from "../../stats/journey-paths.ts";
import type { JourneyStepsQuery } from "../../stats/journeys.ts";
import { positionOf } from "../answers/pages.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { perPage, searchIn } from "../params/page-params.ts";
import { readMatcherParam } from "./matcher-param.ts";
import { type Population, populationParams } from "./population.ts";

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
  ...populationParams,
  ...csvParams,
  ...perPage,
});
export type JourneyParams = Static<typeof JourneyParams>;

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
  ...populationParams,
  ...csvParams,
  ...perPage,
});
export type JourneyPathParams = Static<typeof JourneyPathParams>;

type WalkParams = Pick<JourneyParams, keyof typeof walkParams>;

/**
 * Returns the query of a request for the elements that come next. Throws `Problem` VALIDATION
 * naming each wrong parameter.
 */
export function parseJourney(
  request: { validationError?: Error; query: JourneyParams },
  websiteId: number,
  { filters, errors }: Population,
): JourneyStepsQuery {
  const { query } = request;
  const wrong = dayRangeErrors(request);
  const found: Errors = {};
  const journey = readJourney(query, wrong, found);
  const path = wrong["path"] === undefined ? readPath(query.path ?? [], found) : [];
  refuseFields({ ...wrong, ...errors, ...found });
  const { search = "" } = query;
  const { perPage: limit, offset } = positionOf(query);
  const range = { websiteId, ...daysOf(query), fromEvents: true, filters } as const;
  return { ...range, journey, path, search, limit, offset };
}

/** Returns the query of a request for the beginnings of journeys. Throws as `parseJourney` does. */
export function parseJourneyPaths(
  request: { validationError?: Error; query: JourneyPathParams },
  websiteId: number,
  { filters, errors }: Population,
): JourneyPathsQuery {
  const { query } = request;
  const wrong = dayRangeErrors(request);
  const found: Errors = {};
  const journey = readJourney(query, wrong, found);
  refuseFields({ ...wrong, ...errors, ...found });
  const { steps } = query;
  const { perPage: limit, offset } = positionOf(query);
  const range = { websiteId, ...daysOf(query), fromEvents: true, filters } as const;
  return { ...range, journey, steps, limit, offset };
}

/** Returns the journey of a query. Nothing is said about parameters that are in `wrong`. */
function readJourney(query: WalkParams, wrong: FieldErrors, errors: Errors): Journey {
  const { start, direction = "forward", include } = query;
  const walk = { direction, hasEvents: include !== undefined };
  if (start === undefined || wrong["start"] !== undefined) return walk;
  const matcher = readMatcherParam(start, "start", errors);
  if (matcher.type === "event" && !walk.hasEvents && errors["start"] === undefined) {
    errors["start"] = ["must be a page without include=events"];
  }
  return { ...walk, start: matcher };
}

function readPath(texts: readonly string[], errors: Errors): readonly JourneyElement[] {
  if (texts.length > elementsMax) errors["path"] = [`must have at most ${elementsMax} elements`];
  return texts.slice(0, elementsMax).map((text) => {
    const [, type, value = ""] = /^(page|event):(.+)$/s.exec(text) ?? [];
    if (type === undefined) errors["path"] = ["must be page: or event: and a text"];
    return { type: type as JourneyElement["type"], value };
  });
}
