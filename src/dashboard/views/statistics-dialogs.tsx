import { BreakdownDialog } from "../components/breakdown-dialog.tsx";
import { FilterDialog } from "../components/filter-dialog.tsx";
import { LiveDialog } from "../components/live-dialog.tsx";
import { SegmentsDialog } from "../components/segments-dialog.tsx";
import type { SegmentList } from "../segments.ts";
import type { OpenDialog } from "../website-query.ts";

interface StatisticsDialogProps {
  readonly open: OpenDialog;
  readonly segments: SegmentList;
}

/** Shows the open dialog of the statistics. All of them are one file, loaded with the first. */
export function StatisticsDialog({ open, segments }: StatisticsDialogProps) {
  if (open === "live") return <LiveDialog />;
  if (open === "filter") return <FilterDialog />;
  if (open === "segments") return <SegmentsDialog segments={segments} />;
  return <BreakdownDialog key={open.name} open={open} />;
}
