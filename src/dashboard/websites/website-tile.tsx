import { useRef, useState } from "preact/hooks";
import { dayIn } from "../address/calendar-day.ts";
import { pointsOf } from "../address/intervals.ts";
import { daysOf } from "../address/ranges.ts";
import type { WebsiteListQuery } from "../address/website-list-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { StatPage, WebsiteRecord } from "../api/answers.ts";
import { ownerPaths, statPath } from "../api/paths.ts";
import { sendJson } from "../api/request.ts";
import { Sparkline } from "../chart/sparkline.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { useNearness } from "../components/visibility.ts";
import { seriesOf, sumOf } from "../site/series.ts";
import { format } from "../words/reader.ts";

interface WebsiteTileProps {
  readonly website: WebsiteRecord;
  readonly query: Pick<WebsiteListQuery, "days" | "measure">;
  readonly onChange: () => void;
}

/** Shows a website of the list with its last days. These load when it is near the visible area. */
export function WebsiteTile({ website, query, onChange }: WebsiteTileProps) {
  const element = useRef<HTMLLIElement>(null);
  const isNear = useNearness(element);
  const { id, domain, timezone } = website;
  const today = dayIn(timezone, Date.now());
  // The same request serves both numbers of days and both measures.
  const month = daysOf("30d", today);
  const params = { name: "visitor", days: month, sortBy: "value", perPage: 50 } as const;
  const path = isNear ? statPath(ownerPaths(id).stats, params) : undefined;
  const { data, failure } = useAnswer<StatPage>(path);

  const points = pointsOf(month, "day", timezone).slice(-query.days);
  const series = data && seriesOf(points, data.data, today)[query.measure];
  const total = series && format.count(sumOf(series));
  const measure = query.measure === "visitors" ? "visitors" : "page views";
  return (
    <li class="tile" ref={element}>
      <div class="tile-head">
        <h2>
          <Link href={`/${domain}${query.days === 7 ? "?range=7d" : ""}`}>{domain}</Link>
        </h2>
        <Star website={website} onChange={onChange} />
      </div>
      <p class="tile-total">
        {total !== undefined && (
          <>
            <strong>{total}</strong> {measure}
          </>
        )}
        {failure && !series && <span class="muted">Not available</span>}
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
