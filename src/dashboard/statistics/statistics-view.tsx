import { useState } from "preact/hooks";
import { cards } from "../address/cards.ts";
import { lazy, pageToCome } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { useAnnotations, useSegments } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { statisticsWords } from "../words/statistics.ts";
import { Breakdown } from "./breakdown-card.tsx";
import { ComparePicker } from "./compare-picker.tsx";
import { useAge } from "./day-one.ts";
import { FilterBar } from "./filter-bar.tsx";
import { Overview, useSummary } from "./overview.tsx";
import { RangePicker } from "./range-picker.tsx";
import { WeekCard } from "./week-card.tsx";

/** The dialogs of the statistics and the reports. */
export const StatisticsDialog = lazy(
  () => import("./statistics-dialogs.tsx"),
  (module) => module.StatisticsDialog,
);

const ShortcutKeys = lazy(
  () => import("./shortcut-keys.tsx"),
  (module) => module.ShortcutKeys,
);
const CardSkips = lazy(
  () => import("./card-skips.tsx"),
  (module) => module.CardSkips,
);
const MoreCards = lazy(
  () => import("./more-cards.tsx"),
  (module) => module.MoreCards,
);
const FirstVisit = lazy(
  () => import("../views/user-views.tsx"),
  (module) => module.FirstVisitCard,
);

/** Shows the statistics of a website. Before its first visit they are a card that waits for it. */
export function StatisticsView() {
  const { record, query } = useSite();
  const { open } = query;
  const segments = useSegments();
  const annotations = useAnnotations();
  const summary = useSummary();
  const age = useAge(summary);
  // The card stays when the statistics appear, and says what has come.
  const [hasWaited, setWaited] = useState(false);
  if (age === "unused" && !hasWaited) setWaited(true);
  const hasNumbers = age !== "unused" && age !== "unknown";
  return (
    <>
      <div class="bar-row">
        <FilterBar segments={segments} />
        <RangePicker>
          <ComparePicker until={summary.data?.meta?.compared_until} />
        </RangePicker>
      </div>
      <Paused />
      {record && hasWaited && <FirstVisit record={record} />}
      {age === "unknown" && pageToCome}
      {hasNumbers && (
        <>
          {age !== "young" && <CardSkips />}
          <Overview summary={summary} annotations={annotations} />
          <div class={age === "young" ? "cards young" : "cards"}>
            {cards.map((card) => (
              <Breakdown key={card.id} card={card} hidesEmpty={age === "young"} />
            ))}
            <WeekCard />
          </div>
          <MoreCards />
        </>
      )}
      {age !== "unknown" && <Shortcuts />}
      {open !== undefined && (
        <StatisticsDialog open={open} segments={segments} annotations={annotations} />
      )}
    </>
  );
}

/** Says that the numbers are not refreshed, where somebody has stopped that. */
export function Paused() {
  const { query, hrefWith } = useSite();
  if (!query.isPaused) return null;
  return (
    <p class="paused" role="status">
      {statisticsWords.paused}{" "}
      <Link class="quiet-button" href={hrefWith({ isPaused: false })}>
        {statisticsWords.resume}
      </Link>
    </p>
  );
}

/** Listens to the keyboard shortcuts, and links to their list. */
export function Shortcuts() {
  const { hrefWith } = useSite();
  return (
    <>
      <ShortcutKeys />
      <p class="shortcuts-link">
        <Link class="quiet-button" href={hrefWith({ open: "shortcuts" })} opens>
          {statisticsWords.shortcuts}
        </Link>
      </p>
    </>
  );
}
