import { Type } from "typebox";
import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { definitionFilterNames, type Filter } from "../../counting/filters.ts";
import { type DefinitionLookup, DefinitionSet } from "../../definitions/definition-set.ts";
import type { FilterLists } from "../../definitions/segment.ts";
import { countedChoices } from "../../model/choices.ts";
import { filterValuesMax } from "../../model/limits.ts";
import { oneOf } from "../../model/text.ts";
import { schemaErrors } from "../shell/validation.ts";
import {
  filterErrors,
  filterParam,
  filterValueErrors,
  nameDefinitions,
  readFilters,
} from "./filter-params.ts";
import type { ReportRequest } from "./report-request.ts";
import type { Site } from "./site.ts";

/** The parameters that choose which visitor days, and which of their hours, a query counts. */
export const populationParams = {
  from_hour: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 23,
      description:
        "Hour of `from`, on the website's clock, before which nothing counts. With `compare`, the range must have two days, such as the last 24 hours.",
      examples: [15],
      errorMessage: "must be an hour, 0 to 23",
    }),
  ),
  to_hour: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 23,
      description:
        "Hour of `to`, on the website's clock, from which on nothing counts. Not with `compare`.",
      examples: [15],
      errorMessage: "must be an hour, 1 to 23",
    }),
  ),
  filter: filterParam,
  segment: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 32 - 1,
      description: `Id of a segment, whose filters must match as well. It has at most ${filterValuesMax} values together with the other filters.`,
      examples: [4],
      errorMessage: "must be the id of one segment",
    }),
  ),
};

/** The same for reports, which leave out what the website's standing conditions hide. */
export const reportParams = {
  ...populationParams,
  counted: Type.Optional(
    oneOf(countedChoices, {
      description:
        "`all`: also the visitor days that the website's standing conditions hide. `hidden`: those alone. Without it, they are left out. Not for viewers of shared links and public pages.",
      examples: ["all"],
    }),
  ),
};

/** The visitor days that a query counts. */
export interface Population {
  /** All filters, those of a segment included; none if there are errors. */
  readonly filters: readonly Filter[];
  /** The errors that the schema of a query cannot find. */
  readonly errors: FieldErrors;
  /** The parts of an answer's tag that follow from definitions. */
  readonly tagParts: readonly string[];
}

/** All visitor days. */
export const everybody: Population = { filters: [], errors: {}, tagParts: [] };

/** Resolves with the visitor days that a request asks about, of those that the client may see. */
export async function findPopulation(
  request: ReportRequest,
  site: Pick<Site, "definitions" | "forced">,
): Promise<Population> {
  const asked = await findAsked(request, site);
  const isCorrect = Object.keys(asked.errors).length === 0;
  return isCorrect ? { ...asked, filters: [...(site.forced ?? []), ...asked.filters] } : asked;
}

async function findAsked(
  request: ReportRequest,
  site: Pick<Site, "definitions">,
): Promise<Population> {
  const wrong = schemaErrors(request);
  const { filter, segment } = request.query as { filter?: FilterLists; segment?: unknown };
  // A filter that breaks the schema has an error already, and cannot be read.
  const filters = wrong["filter"] === undefined ? (filter ?? {}) : {};
  const hasSegment = segment !== undefined && wrong["segment"] === undefined;
  if (!hasSegment && !nameDefinitions(filters)) {
    return populationOf([filters], filterErrors(filters, DefinitionSet.empty));
  }
  const definitions = await site.definitions(
    ...(hasSegment ? (["segment"] as const) : []),
    ...definitionFilterNames.filter((name) => filters[name] !== undefined),
  );
  const errors = filterErrors(filters, definitions);
  if (!hasSegment) return populationOf([filters], errors, definitions);
  // With errors elsewhere the id is still text.
  const own = definitions.find("segment", Number(segment))?.content.filters;
  const allErrors = { ...segmentErrors(own, filters, definitions), ...errors };
  return populationOf([filters, own ?? {}], allErrors, definitions);
}

/** Returns the population of filters, which follow from `definitions` as well if it is there. */
function populationOf(
  lists: readonly FilterLists[],
  errors: FieldErrors,
  definitions?: DefinitionLookup,
): Population {
  if (Object.keys(errors).length > 0) return { filters: [], errors, tagParts: [] };
  const filters = lists.flatMap((each) => readFilters(each, definitions));
  return { filters, errors, tagParts: definitions ? [JSON.stringify(filters)] : [] };
}

function segmentErrors(
  own: FilterLists | undefined,
  filters: FilterLists,
  definitions: DefinitionLookup,
): FieldErrors {
  if (own === undefined) return { segment: [fieldError("segment_missing")] };
  if (Object.keys(filterValueErrors(own, definitions)).length > 0) {
    return { segment: [fieldError("segment_broken")] };
  }
  const values = [...Object.values(own), ...Object.values(filters)].flat();
  if (values.length <= filterValuesMax) return {};
  return {
    segment: [fieldError("segment_values", { max: filterValuesMax })],
  };
}
