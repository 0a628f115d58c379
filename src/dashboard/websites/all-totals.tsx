import { dayIn, lastDays } from "../address/calendar-day.ts";
import type { WebsiteListQuery } from "../address/website-list-query.ts";
import { useAnswer } from "../api/answer.ts";
import { serverNow } from "../api/server-clock.ts";
import { withNodes } from "../components/with-nodes.ts";
import { format, ownTimezone } from "../words/reader.ts";
import { websitesWords as words } from "../words/websites.ts";

interface Totals {
  readonly meta: {
    readonly totals: { readonly visitors: number; readonly pageviews: number };
  };
}

/** Shows the sums over all websites that the list finds, whichever page they are on. */
export function AllTotals({ query }: { readonly query: WebsiteListQuery }) {
  const { from, to } = lastDays(query.days, dayIn(ownTimezone, serverNow()));
  const params = new URLSearchParams({ from, to, per_page: "10" });
  if (query.search !== "") params.set("search", query.search);
  const { data, isCurrent } = useAnswer<Totals>(`/api/v1/websites/summary?${params}`);
  if (!data || !isCurrent) return <p class="all-totals">&nbsp;</p>;
  const { visitors, pageviews } = data.meta.totals;
  return (
    <p class="all-totals">
      {withNodes(
        (visitorsText, pageviewsText) =>
          words.totals(
            words.measured.visitors(visitors, visitorsText),
            words.measured.pageviews(pageviews, pageviewsText),
            query.days,
          ),
        <strong>{format.count(visitors)}</strong>,
        <strong>{format.count(pageviews)}</strong>,
      )}
    </p>
  );
}
