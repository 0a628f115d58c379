import { shareReports } from "../../model/choices.ts";
import type { ShareRecord } from "../../model/share.ts";
import { format } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { sharingWords } from "../words/sharing.ts";

/** Returns the reports of a link in words. */
export function reportsText(reports: ShareRecord["reports"]): string {
  if (reports === "all") return sharingWords.allReports;
  const shown = shareReports.filter((name) => reports.includes(name));
  return format.list(
    shown.map((name) => reportTabsWords.names[name]),
    "and",
  );
}
