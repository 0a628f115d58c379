import { useRef, useState } from "preact/hooks";
import type { Live } from "../../model/live.ts";
import type { Summary, WebsiteSummary } from "../../model/summary.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { dayIn } from "../address/calendar-day.ts";
import type { WebsiteListQuery } from "../address/website-list-query.ts";
import { useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { summaryPath, userPaths } from "../api/paths.ts";
import { sendJson } from "../api/request.ts";
import { serverNow } from "../api/server-clock.ts";
import { Sparkline } from "../chart/sparkline.tsx";
import { Change } from "../components/change.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { useNearness } from "../components/visibility.ts";
import { withNodes } from "../components/with-nodes.ts";
import { usePolled } from "../site/polled.ts";
import { hasNothing } from "../statistics/age.ts";
import { format } from "../words/reader.ts";
import { websitesWords as words } from "../words/websites.ts";
import { tileNumbers } from "./tile-numbers.ts";

const onlinePollMs = 30_000;

interface WebsiteTileProps {
  readonly website: WebsiteRecord;
  readonly query: Pick<WebsiteListQuery, "days" | "measure">;
  /** The numbers of its last days; undefined until they are there. */
  readonly summary: WebsiteSummary | undefined;
  readonly hasFailed: boolean;
  readonly onChange: () => void;
}

interface OfTile {
  readonly id: number;
  /** Whether the tile is near the visible area. */
  readonly isNear: boolean;
}

/** Shows a website of the list with its last days, and how they compare with those before. */
export function WebsiteTile({ website, query, summary, hasFailed, onChange }: WebsiteTileProps) {
  const { id, domain, domain_unicode: written } = website;
  const tile = useRef<HTMLLIElement>(null);
  const isNear = useNearness(tile);
  const mayWrite = may(useMe(), "write", id);
  const { series, count, change } = tileNumbers(website, query, summary);
  const total = format.count(count ?? 0);
  const measured = (text: string) => words.measured[query.measure](count ?? 0, text);
  return (
    <li class="tile" ref={tile}>
      <div class="tile-head">
        <h2>
          <Link href={`/${domain}${query.days === 7 ? "?range=7d" : ""}`}>{written}</Link>
        </h2>
        {mayWrite && <Star website={website} onChange={onChange} />}
      </div>
      <p class="tile-total">
        {count !== undefined && (
          <>
            {withNodes(measured, <strong>{total}</strong>)}{" "}
            {change !== null && <Change change={change} />}
            {count === 0 && <NoVisits id={id} isNear={isNear} />}
          </>
        )}
        {hasFailed && !series && <span class="muted">{words.unavailable}</span>}
        <Online id={id} isNear={isNear} />
      </p>
      <div class="tile-line" aria-busy={!series && !hasFailed}>
        {series && (
          <Sparkline
            values={series.map((value) => value ?? 0)}
            label={words.chart(measured(total), query.days)}
          />
        )}
      </div>
    </li>
  );
}

/** Says of a website that it never had a visit, whichever days are shown. */
function NoVisits({ id, isNear }: OfTile) {
  const days = { from: "2000-01-01", to: dayIn("Pacific/Kiritimati", serverNow()) };
  const path = summaryPath(userPaths(id).summary, { days, comparison: undefined });
  const { data } = useAnswer<{ data: Summary }>(isNear ? path : undefined);
  return hasNothing(data?.data) ? <span class="muted"> {words.noVisits}</span> : null;
}

/** Shows how many visitors a website has now, once its tile is near the visible area. */
function Online({ id, isNear }: OfTile) {
  const { data } = usePolled<{ data: Live }>(isNear ? userPaths(id).live : undefined, onlinePollMs);
  if (!data) return null;
  const { visitors } = data.data;
  return (
    <span class={visitors > 0 ? "tile-online on" : "tile-online"}>
      <span class="live-dot" aria-hidden="true" />
      {words.online(format.count(visitors))}
    </span>
  );
}

interface StarProps {
  readonly website: WebsiteRecord;
  readonly onChange: () => void;
}

/** Marks a favourite. The star changes at once, and back if the server refuses. */
function Star({ website: { id, domain_unicode: domain, favorited_at }, onChange }: StarProps) {
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
      aria-label={words.favorite(domain)}
      onClick={toggle}
    >
      <Icon name="star" />
    </button>
  );
}
