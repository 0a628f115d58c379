import { type Static, Type } from "typebox";

import { dayMs } from "../../base/calendar.ts";
import type { FieldErrors } from "../../base/errors.ts";
import { importsOnly } from "../../model/imports-meta.ts";
import { IntakeDay } from "../../model/intake.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { dayRange } from "../params/day-range.ts";
import { defineReport } from "./define-report.ts";
import { sendTagged } from "./report-answers.ts";

/** A leap year. The answer has every day of the range, so the range needs a limit. */
const daysMax = 366;

export const IntakeParams = Type.Object(dayRange);
type IntakeParams = Static<typeof IntakeParams>;

/** The intake of a website: its accepted and dropped events, day by day. */
export const intakeRoute = defineReport({
  description: "Accepted and dropped events, day by day, for at most 366 days.",
  params: IntakeParams,
  response: Type.Object(
    { data: Type.Array(IntakeDay), ...importsOnly },
    { description: "Every day of the range, oldest first.", headers: Tagged },
  ),
  errors: ({ params }) => tooLong(params),
  read: ({ range: { filters: _, ...days } }) => days,
  async send(answering, query) {
    const answer = await answering.site.statistics.intake(query, answering.caller);
    return sendTagged(answering, answer, (data) => ({ data }));
  },
});

function tooLong({ from, to }: IntakeParams): FieldErrors {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days > daysMax ? { to: [`must be at most ${daysMax - 1} days after from`] } : {};
}
