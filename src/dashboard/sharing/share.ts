import type { ShareRecord } from "../../model/share.ts";
import { reportViews } from "../address/report-query.ts";
import { format } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { sharingWords } from "../words/sharing.ts";

/** The reports that a shared link can show, in the order of the tabs. */
export const shareReports = ["overview", ...reportViews] as const;

/** Returns the reports of a link in words. */
export function reportsText(reports: ShareRecord["reports"]): string {
  if (reports === "all") return sharingWords.allReports;
  const shown = shareReports.filter((name) => reports.includes(name));
  return format.list(
    shown.map((name) => reportTabsWords.names[name]),
    "and",
  );
}
