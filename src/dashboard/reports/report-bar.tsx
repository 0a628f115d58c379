import { isReportView } from "../address/website-query.ts";
import { Help } from "../components/help.tsx";
import { useSegments } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { FilterBar } from "../statistics/filter-bar.tsx";
import { RangePicker } from "../statistics/range-picker.tsx";
import { StatisticsDialog } from "../statistics/statistics-view.tsx";
import { reportTabsWords } from "../words/report-tabs.ts";

/** Shows the filters and the days of a report, and the dialogs that choose visitors. */
export function ReportBar({ hasComparison = false }: { readonly hasComparison?: boolean }) {
  const { open, view } = useSite().query;
  const segments = useSegments();
  return (
    <>
      <div class="bar-row">
        <FilterBar segments={segments} />
        {isReportView(view) && <Help topic={view} name={reportTabsWords.names[view]} />}
        <RangePicker hasComparison={hasComparison} />
      </div>
      {(typeof open === "string" || open?.name === "filter") && (
        <StatisticsDialog open={open} segments={segments} annotations={[]} />
      )}
    </>
  );
}
