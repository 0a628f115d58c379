import { Link } from "../components/link.tsx";
import type { Site } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { statisticsWords } from "../words/statistics.ts";

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
