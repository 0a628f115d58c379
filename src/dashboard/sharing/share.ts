import type { ShareRecord } from "../../model/share.ts";
import { reportViews } from "../address/report-query.ts";

/** The reports that a shared link can show, in the order of the tabs. */
export const shareReports = ["overview", ...reportViews] as const;

/** Returns the reports of a link in words. */
export function reportsText(reports: ShareRecord["reports"]): string {
  if (reports === "all") return "All reports";
  const words = shareReports.filter((name) => reports.includes(name)).join(", ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
