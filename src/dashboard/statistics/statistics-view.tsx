import { cards } from "../address/cards.ts";
import { lazy } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { useAnnotations, useSegments } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { Breakdown } from "./breakdown-card.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { Overview } from "./overview.tsx";
import { RangePicker } from "./range-picker.tsx";
import { useShortcuts } from "./use-shortcuts.ts";
import { WeekCard } from "./week-card.tsx";

/** The dialogs of the statistics and the reports. */
export const StatisticsDialog = lazy(() =>
  import("./statistics-dialogs.tsx").then((module) => module.StatisticsDialog),
);

/** Shows the statistics of a website. */
export function StatisticsView() {
  const { query, hrefWith } = useSite();
  const { open } = query;
  useShortcuts();
  const segments = useSegments();
  const list = useAnnotations();
  return (
    <>
      <div class="bar-row">
        <FilterBar segments={segments} />
        <RangePicker hasComparison />
      </div>
      <Overview annotations={list.annotations} />
      <div class="cards">
        {cards.map((card) => (
          <Breakdown key={card.id} card={card} />
        ))}
        <WeekCard />
      </div>
      <p class="shortcuts-link">
        <Link class="quiet-button" href={hrefWith({ open: "shortcuts" })} opens>
          Keyboard shortcuts
        </Link>
      </p>
      {open !== undefined && (
        <StatisticsDialog open={open} segments={segments} annotations={list} />
      )}
    </>
  );
}
