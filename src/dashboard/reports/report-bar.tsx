import { useSegments } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { ComparePicker } from "../statistics/compare-picker.tsx";
import { FilterBar } from "../statistics/filter-bar.tsx";
import { RangePicker } from "../statistics/range-picker.tsx";
import { Paused, StatisticsDialog } from "../statistics/statistics-view.tsx";
import { reportsWords } from "../words/reports.ts";

/** Shows the filters and the days of a report, and the dialogs that choose visitors. */
export function ReportBar({ hasComparison = false }: { readonly hasComparison?: boolean }) {
  const { open } = useSite().query;
  const segments = useSegments();
  return (
    <>
      <div class="bar-row">
        <FilterBar segments={segments} />
        <RangePicker>
          {hasComparison ? (
            <ComparePicker until={undefined} />
          ) : (
            <span class="not-compared muted">{reportsWords.notCompared}</span>
          )}
        </RangePicker>
      </div>
      <Paused />
      {(typeof open === "string" || open?.name === "filter") && (
        <StatisticsDialog open={open} segments={segments} annotations={[]} />
      )}
    </>
  );
}
