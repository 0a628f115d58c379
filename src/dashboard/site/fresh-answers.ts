import { useEffect } from "preact/hooks";
import { repeatShown } from "../api/answer.ts";
import { useTicks } from "../components/visibility.ts";
import type { Site } from "./site.ts";

const refreshMs = 30_000;

/**
 * Fetches what is shown of today again while the page is visible, unless that is paused. Draws the
 * page again as well, because a day may end while it is open.
 */
export function useFreshAnswers(site: Site | undefined): void {
  const ticks = useTicks(refreshMs);
  const today = site?.today;
  const isFresh = site !== undefined && !site.query.isPaused;
  // The greatest changes stay what they are for longer, and cost more than all cards.
  const isOfToday = (path: string) => path.includes(`to=${today}`) && !path.includes("/changes?");
  useEffect(() => {
    if (ticks > 0 && isFresh) repeatShown(isOfToday);
  }, [ticks]);
}
