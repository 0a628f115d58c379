import type { AnnotationList, SegmentList } from "../api/definitions.ts";
import { AnnotationsDialog } from "../components/annotations-dialog.tsx";
import { BreakdownDialog } from "../components/breakdown-dialog.tsx";
import { FilterDialog } from "../components/filter-dialog.tsx";
import { LiveDialog } from "../components/live-dialog.tsx";
import { SegmentsDialog } from "../components/segments-dialog.tsx";
import { ShortcutsDialog } from "../components/shortcuts-dialog.tsx";
import type { OpenDialog } from "../website-query.ts";

interface StatisticsDialogProps {
  readonly open: OpenDialog;
  readonly segments: SegmentList;
  readonly annotations: AnnotationList;
}

/** Shows the open dialog of the statistics. All of them are one file, loaded with the first. */
export function StatisticsDialog({ open, segments, annotations }: StatisticsDialogProps) {
  if (open === "live") return <LiveDialog />;
  if (open === "filter") return <FilterDialog />;
  if (open === "shortcuts") return <ShortcutsDialog />;
  if (open === "segments") return <SegmentsDialog segments={segments} />;
  if (open.name === "annotations") return <AnnotationsDialog open={open} list={annotations} />;
  return <BreakdownDialog key={open.name} open={open} annotations={annotations.annotations} />;
}
