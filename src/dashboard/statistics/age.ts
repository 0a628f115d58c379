import type { Summary } from "../../model/summary.ts";
import type { Answer } from "../api/answer.ts";

/**
 * How far a website has come: `unused` before its first visit, `young` on the day on which somebody
 * added it, `unknown` until the server has said which. Viewers see every website as `usual`.
 */
export type Age = "unknown" | "unused" | "young" | "usual";

/** Totals that were asked for, and what became of the request. */
export type Totals = Pick<Answer<{ data: Summary }>, "data" | "failure">;

/** The totals of the shown days, of all days, and of the days before the website was added. */
type Answers = Readonly<Record<"summary" | "ever" | "earlier", Totals>>;

/** Returns the age by what has come. Where a request failed, the statistics say so. */
export function ageOf(isNew: boolean, isEmpty: boolean, answers: Answers): Age {
  const { summary, ever, earlier } = answers;
  if (isEmpty && hasNothing(ever.data?.data)) return "unused";
  if (!isNew || (earlier.data && !hasNothing(earlier.data.data))) return "usual";
  const awaited = isEmpty ? [summary, earlier, ever] : [summary, earlier];
  if (awaited.every(({ data }) => data !== undefined)) return "young";
  return awaited.some(({ data, failure }) => failure && !data) ? "usual" : "unknown";
}

/** Tells whether nobody came. Nothing is known while there is no summary. */
export function hasNothing(summary: Summary | undefined): boolean {
  return summary?.visitors === 0 && summary.pageviews === 0;
}
