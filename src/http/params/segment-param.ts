import type { FastifyRequest } from "fastify";
import { Type } from "typebox";

import type { FilterLists } from "../../definitions/segment.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import type { FieldErrors } from "../../errors.ts";
import type { Filter } from "../../stats/filters.ts";
import { filterErrors, filterValueErrors, filterValuesMax, readFilters } from "./filter-params.ts";

/** The parameter `segment`, beside `filterParam`. */
export const segmentParam = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 2 ** 32 - 1,
    description:
      "Id of a segment, whose filters must match as well. It has at most 20 values together with the other filters.",
    examples: [4],
    errorMessage: "must be the id of one segment",
  }),
);

/** The segment that a query names. Without filters there is none that the asker may use. */
export interface AskedSegment {
  readonly filters: FilterLists | undefined;
}

/** Resolves with the segment that a query names; undefined if it names none. */
export async function findSegment(
  { query }: FastifyRequest,
  websiteId: number,
  asking: { readonly definitions: Definitions; readonly priority: "owner" | "viewer" },
): Promise<AskedSegment | undefined> {
  const { segment } = query as { segment?: unknown };
  if (segment === undefined) return undefined;
  // The schema refuses other ids, and its errors come first.
  const id = /^[1-9]\d{0,9}$/.test(String(segment)) ? Number(segment) : 0;
  const content = (await asking.definitions.of(websiteId)).find("segment", id)?.content;
  const isUsable = asking.priority === "owner" || content?.public === 1;
  return { filters: isUsable ? content?.filters : undefined };
}

/**
 * Returns the errors of a query's filters and segment that its schema cannot find. `wrong` has the
 * errors that it found.
 */
export function populationErrors(
  { filter }: { readonly filter?: unknown },
  segment: AskedSegment | undefined,
  wrong: FieldErrors,
): FieldErrors {
  // A filter that breaks the schema has an error already, and cannot be read.
  const filters = wrong["filter"] === undefined ? ((filter ?? {}) as FilterLists) : {};
  const errors = filterErrors(filters);
  if (segment === undefined || wrong["segment"] !== undefined) return errors;
  return { ...segmentErrors(segment.filters, filters), ...errors };
}

function segmentErrors(own: FilterLists | undefined, filters: FilterLists): FieldErrors {
  if (own === undefined) return { segment: ["is no segment of this website"] };
  if (Object.keys(filterValueErrors(own)).length > 0) {
    return { segment: ["has a filter that is none any more"] };
  }
  const values = [...Object.values(own), ...Object.values(filters)].flat();
  if (values.length <= filterValuesMax) return {};
  return {
    segment: [`must have at most ${filterValuesMax} values together with the other filters`],
  };
}

/** Returns the filters of a segment without errors. */
export function filtersOfSegment(segment: AskedSegment | undefined): Filter[] {
  return readFilters(segment?.filters ?? {});
}

/** Returns the parts of an answer's tag that follow from the segment. */
export function segmentTagParts(segment: AskedSegment | undefined): string[] {
  return segment === undefined ? [] : [JSON.stringify(segment.filters)];
}
