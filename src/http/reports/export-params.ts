import { type Static, Type } from "typebox";

import { refuseFields } from "../../base/errors.ts";
import type { ExportQuery } from "../../export/event-export.ts";
import type { FileFormat } from "../../export/file-format.ts";
import { csvParams, isSafe } from "../params/csv-params.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { type Population, populationParams } from "./population.ts";

export const ExportParams = Type.Object({ ...dayRange, ...populationParams, ...csvParams });
export type ExportParams = Static<typeof ExportParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseExport(
  request: { validationError?: Error; query: ExportParams },
  websiteId: number,
  format: FileFormat,
  { filters, errors }: Population,
): ExportQuery {
  refuseFields({ ...dayRangeErrors(request), ...errors });
  const days = daysOf(request.query);
  return { websiteId, ...days, fromEvents: true, filters, format, isSafe: isSafe(request) };
}
