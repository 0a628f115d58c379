import type { AnnotationRecord } from "../../model/annotation.ts";
import type { OpenDialog } from "../address/website-query.ts";
import { lazy } from "../components/lazy.tsx";
import type { SegmentList } from "../site/definitions.ts";
import { SwitchDialog } from "../websites/switch-dialog.tsx";
import { AnnotationsDialog } from "./annotations-dialog.tsx";
import { BreakdownDialog } from "./breakdown-dialog.tsx";
import { FilterDialog } from "./filter-dialog.tsx";
import { LiveDialog } from "./live-dialog.tsx";
import { SavedViewsDialog } from "./saved-views-dialog.tsx";
import { SegmentsDialog } from "./segments-dialog.tsx";

const ChartAlert = lazy(
  () => import("../notifications/notifications-view.tsx"),
  (module) => module.ChartAlert,
);

interface StatisticsDialogProps {
  readonly open: OpenDialog;
  readonly segments: SegmentList;
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows the open dialog of the statistics. All of them are one file, loaded with the first. */
export function StatisticsDialog({ open, segments, annotations }: StatisticsDialogProps) {
  if (open === "live") return <LiveDialog />;
  if (open === "filter") return <FilterDialog />;
  if (typeof open === "object" && open.name === "filter") {
    return <FilterDialog key={open.edits} edits={open.edits} />;
  }
  if (open === "shortcuts") return null;
  if (open === "alert") return <ChartAlert />;
  if (open === "websites") return <SwitchDialog />;
  if (open === "views") return <SavedViewsDialog />;
  if (open === "segments") return <SegmentsDialog segments={segments} />;
  if (open.name === "annotations")
    return <AnnotationsDialog open={open} annotations={annotations} />;
  return <BreakdownDialog key={open.name} open={open} annotations={annotations} />;
}
