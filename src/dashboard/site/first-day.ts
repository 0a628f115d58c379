import type { StatPage } from "../../model/stat.ts";
import { dayIn } from "../address/calendar-day.ts";
import { useAnswer } from "../api/answer.ts";
import { type ApiPaths, statPath } from "../api/paths.ts";

/** No event is older. */
const beginning = "2000-01-01";

interface OfWebsite {
  readonly paths: ApiPaths;
  readonly timezone: string;
}

/**
 * Returns the first day on which the website had visitors; undefined without a website, and until
 * that is known.
 */
export function useFirstDay(website: OfWebsite | undefined, nowMs: number): string | undefined {
  const today = dayIn(website?.timezone ?? "UTC", nowMs);
  const path =
    website &&
    statPath(website.paths.stats, {
      name: "visitor",
      days: { from: beginning, to: today },
      sortBy: "value",
      sort: "asc",
    });
  const { data, isCurrent, failure } = useAnswer<StatPage>(path);
  if (website === undefined) return undefined;
  if (data !== undefined && isCurrent) return data.data[0]?.value ?? today;
  return failure === undefined ? undefined : beginning;
}
