import { useState } from "preact/hooks";
import { dayIn } from "../address/calendar-day.ts";
import { pointsOf } from "../address/intervals.ts";
import { daysOf } from "../address/ranges.ts";
import type { WebsiteListQuery } from "../address/website-list-query.ts";
import type { WebsiteRecord, WebsiteSummary } from "../api/answers.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { sendJson } from "../api/request.ts";
import { Sparkline } from "../chart/sparkline.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { seriesOf, sumOf } from "../site/series.ts";
import { format } from "../words/reader.ts";

interface WebsiteTileProps {
  readonly website: WebsiteRecord;
  readonly query: Pick<WebsiteListQuery, "days" | "measure">;
  /** The numbers of its last days; undefined until they are there. */
  readonly summary: WebsiteSummary | undefined;
  readonly hasFailed: boolean;
  readonly onChange: () => void;
}

/** Shows a website of the list with its last days. */
export function WebsiteTile({ website, query, summary, hasFailed, onChange }: WebsiteTileProps) {
  const { domain, timezone } = website;
  const mayWrite = may(useMe(), "write", website.id);
  const today = dayIn(timezone, Date.now());
  const points = pointsOf(daysOf("30d", today), "day", timezone).slice(-query.days);
  const series = summary?.days && seriesOf(points, summary.days, today)[query.measure];
  const total = series && format.count(sumOf(series));
  const measure = query.measure === "visitors" ? "visitors" : "page views";
  return (
    <li class="tile">
      <div class="tile-head">
        <h2>
          <Link href={`/${domain}${query.days === 7 ? "?range=7d" : ""}`}>{domain}</Link>
        </h2>
        {mayWrite && <Star website={website} onChange={onChange} />}
      </div>
      <p class="tile-total">
        {total !== undefined && (
          <>
            <strong>{total}</strong> {measure}
          </>
        )}
        {hasFailed && !series && <span class="muted">Not available</span>}
      </p>
      <div class="tile-line">
        {series && (
          <Sparkline
            values={series.map((value) => value ?? 0)}
            label={`${total} ${measure} in the last ${query.days} days`}
          />
        )}
      </div>
    </li>
  );
}

interface StarProps {
  readonly website: WebsiteRecord;
  readonly onChange: () => void;
}

/** Marks a favourite. The star changes at once, and back if the server refuses. */
function Star({ website: { id, domain, favorited_at }, onChange }: StarProps) {
  const [wanted, setWanted] = useState<boolean>();
  const isOn = wanted ?? favorited_at !== null;
  const toggle = () => {
    setWanted(!isOn);
    const now = new Date().toISOString().slice(0, 19);
    sendJson("PATCH", `/api/v1/websites/${id}`, { favorited_at: isOn ? "" : now }).then(
      onChange,
      () => setWanted(isOn),
    );
  };
  return (
    <button
      class="icon-button star"
      type="button"
      aria-pressed={isOn}
      aria-label={`Favourite: ${domain}`}
      onClick={toggle}
    >
      <Icon name="star" />
    </button>
  );
}
