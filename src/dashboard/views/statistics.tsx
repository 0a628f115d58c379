import { cards } from "../cards.ts";
import { Breakdown } from "../components/breakdown.tsx";
import { BreakdownDialog } from "../components/breakdown-dialog.tsx";
import { FilterChips } from "../components/filter-chips.tsx";
import { LiveDialog } from "../components/live-dialog.tsx";
import { Overview } from "../components/overview.tsx";
import { RangePicker } from "../components/range-picker.tsx";
import { useSite } from "../site.ts";

/** Shows the statistics of a website. */
export function StatisticsView() {
  const { open } = useSite().query;
  return (
    <>
      <div class="bar-row">
        <FilterChips />
        <RangePicker hasComparison />
      </div>
      <Overview />
      <div class="cards">
        {cards.map((card) => (
          <Breakdown key={card.id} card={card} />
        ))}
      </div>
      {open === "live" && <LiveDialog />}
      {typeof open === "object" && <BreakdownDialog key={open.name} open={open} />}
    </>
  );
}
