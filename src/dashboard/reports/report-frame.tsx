import { h } from "preact";

import type { ReportView } from "../address/report-query.ts";
// The dialogs of the statistics have it, too: files that load later share nothing but the page's.
import "../components/download.tsx";
import { lazy } from "../components/lazy.tsx";

interface ReportProps {
  readonly name: ReportView;
}

/** Shows a report. The code of all reports is one file, loaded with the first. */
export const Report = lazy<ReportProps>(
  async () => {
    const { reports } = await import("./reports-view.tsx");
    return ({ name }) => h(reports[name], {});
  },
  <div class="page-to-come" />,
);
