import { type Static, Type } from "typebox";

import { dayMs } from "../../base/calendar.ts";
import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import type { WebsiteDays } from "../../counting/website-days.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";

/** A leap year. The answer has every day of the range, so the range needs a limit. */
const daysMax = 366;

export const IntakeParams = Type.Object(dayRange);
export type IntakeParams = Static<typeof IntakeParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseIntake(
  request: { validationError?: Error; query: IntakeParams },
  websiteId: number,
): WebsiteDays {
  refuseFields({ ...tooLong(request.query), ...dayRangeErrors(request) });
  return { websiteId, ...daysOf(request.query) };
}

function tooLong({ from, to }: IntakeParams): FieldErrors {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days > daysMax ? { to: [`must be at most ${daysMax - 1} days after from`] } : {};
}
