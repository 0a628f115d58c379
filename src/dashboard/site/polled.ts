import { useEffect } from "preact/hooks";

import { type Answer, useAnswer } from "../api/answer.ts";
import { useTicks } from "../components/visibility.ts";

/** Asks once, and again and again while the page is visible; nothing without a path. */
export function usePolled<T>(path: string | undefined, pollMs: number): Answer<T> {
  const answer = useAnswer<T>(path);
  const ticks = useTicks(pollMs);
  const { refresh } = answer;
  useEffect(() => {
    if (ticks > 0) refresh();
  }, [ticks, refresh]);
  return answer;
}
