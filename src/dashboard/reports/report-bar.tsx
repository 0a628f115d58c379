import { FilterChips } from "../components/filter-chips.tsx";
import { RangePicker } from "../components/range-picker.tsx";

/** Shows the filters and the days of a report. */
export function ReportBar({ hasComparison = false }: { readonly hasComparison?: boolean }) {
  return (
    <div class="bar-row">
      <FilterChips />
      <RangePicker hasComparison={hasComparison} />
    </div>
  );
}
