import { useEffect, useState } from "preact/hooks";

import { useAnswer } from "../api/answer.ts";
import type { StatPage } from "../api/answers.ts";
import { statPath } from "../api/paths.ts";
import { exactly } from "../filters.ts";
import { useSite } from "../site.ts";
import { searchOf } from "./matcher-draft.ts";

/** Delays the search after the last key, so that not every letter causes a request. */
const pauseMs = 250;

/**
 * Finds pages or custom events of the chosen days that contain the typed text. Nothing is searched
 * for while the field does not have the focus.
 */
export function useSuggestions(
  type: "page" | "event",
  typed: string,
  isFocused: boolean,
): readonly string[] {
  const { paths, days } = useSite();
  const [search, setSearch] = useState(searchOf(typed));
  useEffect(() => {
    const timer = setTimeout(() => setSearch(searchOf(typed)), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const path = statPath(paths.stats, { name: type, days, search });
  const { data } = useAnswer<StatPage>(isFocused ? path : undefined);
  return (data?.data ?? []).map(({ value }) => exactly(value));
}
