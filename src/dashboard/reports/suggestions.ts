import { useEffect, useState } from "preact/hooks";
import type { StatPage } from "../../model/stat.ts";
import type { Days } from "../address/calendar-day.ts";
import { useAnswer } from "../api/answer.ts";
import { statPath } from "../api/paths.ts";
import { useSite } from "../site/site.ts";

/** Delays the search after the last key, so that not every letter causes a request. */
const pauseMs = 250;

/** Returns the text once it has not changed for a moment. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/**
 * Finds pages or custom events of the days that contain the typed text. Nothing is searched for
 * while the field does not have the focus.
 */
export function useSuggestions(
  type: "page" | "event",
  search: string,
  days: Days,
  isFocused: boolean,
): readonly string[] {
  const { paths } = useSite();
  const path = statPath(paths.stats, { name: type, days, search });
  const { data } = useAnswer<StatPage>(isFocused ? path : undefined);
  return (data?.data ?? []).map(({ value }) => value);
}
