import type { Summary } from "../../model/summary.ts";
import { addDays, type Days, dayIn } from "../address/calendar-day.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import type { WithMeta } from "../api/answers.ts";
import { summaryPath } from "../api/paths.ts";
import { serverNow } from "../api/server-clock.ts";
import { useSite } from "../site/site.ts";
import { type Age, ageOf, hasNothing, type Totals } from "./age.ts";

const youngMs = 24 * 60 * 60 * 1000;

/**
 * Returns the age of the website, by the summary of the shown days. One with numbers of days before
 * it was added, as from an import, is not young.
 */
export function useAge(summary: Answer<{ data: Summary } & WithMeta>): Age {
  const { record, timezone, today, query } = useSite();
  const isFiltered = query.filters.length > 0 || query.segment !== undefined;
  const createdMs = Date.parse(record?.created_at ?? "");
  const isNew = !isFiltered && serverNow() - createdMs < youngMs;
  const { data, meta } = summary.data ?? {};
  const isHidden = (meta?.hidden?.visitors ?? 0) > 0;
  const isEmpty = record !== undefined && !isFiltered && !isHidden && hasNothing(data);
  const ever = useTotals(isEmpty ? today : undefined);
  const earlier = useTotals(isNew ? addDays(dayIn(timezone, createdMs), -1) : undefined);
  return ageOf(isNew, isEmpty, { summary, ever, earlier });
}

/** Fetches the totals of all days up to one; nothing while it is undefined. */
function useTotals(to: string | undefined): Totals {
  const { paths } = useSite();
  const days: Days = { from: "2000-01-01", to: to ?? "" };
  const path = to && summaryPath(paths.summary, { days, comparison: undefined });
  return useAnswer<{ data: Summary }>(path);
}
