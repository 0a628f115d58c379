import { type AnnotationList, useSegments } from "../api/definitions.ts";
import { FilterBar } from "../components/filter-bar.tsx";
import { RangePicker } from "../components/range-picker.tsx";
import { useSite } from "../site.ts";
import { StatisticsDialog } from "../views/statistics.tsx";

/** No dialog of a report has annotations. */
const noAnnotations: AnnotationList = { annotations: [], refresh: () => undefined };

/** Shows the filters and the days of a report, and the dialogs that choose visitors. */
export function ReportBar({ hasComparison = false }: { readonly hasComparison?: boolean }) {
  const { open } = useSite().query;
  const segments = useSegments();
  return (
    <>
      <div class="bar-row">
        <FilterBar segments={segments} />
        <RangePicker hasComparison={hasComparison} />
      </div>
      {typeof open === "string" && (
        <StatisticsDialog open={open} segments={segments} annotations={noAnnotations} />
      )}
    </>
  );
}
