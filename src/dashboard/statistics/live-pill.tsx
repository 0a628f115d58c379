import { useEffect } from "preact/hooks";

import { type Answer, useAnswer } from "../api/answer.ts";
import type { Live } from "../api/answers.ts";
import { Link } from "../components/link.tsx";
import { useTicks } from "../components/visibility.ts";
import type { Site } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { statisticsWords } from "../words/statistics.ts";

const pollMs = 10_000;

/** Fetches the live view every few seconds while the page is visible. */
export function useLive(path: string | undefined): Answer<{ data: Live }> {
  const answer = useAnswer<{ data: Live }>(path);
  const ticks = useTicks(pollMs);
  const { refresh } = answer;
  useEffect(() => {
    if (ticks > 0) refresh();
  }, [ticks, refresh]);
  return answer;
}

/** Shows the number of current visitors, and opens the live view. */
export function LivePill({ site }: { readonly site: Site }) {
  const { data, failure } = site.live;
  const visitors = data?.data.visitors;
  const isKnown = visitors !== undefined && failure === undefined;
  return (
    <Link
      class={isKnown && visitors > 0 ? "live-pill on" : "live-pill"}
      href={site.hrefWith({ view: "statistics", open: "live" })}
      opens
    >
      <span class="live-dot" aria-hidden="true" />
      <span>{statisticsWords.online(isKnown ? format.count(visitors) : "–")}</span>
    </Link>
  );
}
