import { h } from "preact";

import type { ReportView } from "../address/report-query.ts";
import { lazyView } from "../components/lazy.tsx";

interface ReportProps {
  readonly name: ReportView;
}

/** Shows a report. The code of all reports is one file, loaded with the first. */
export const Report = lazyView<ReportProps>(
  async () => {
    const { reports } = await import("./reports-view.tsx");
    return ({ name }) => h(reports[name], {});
  },
  <div class="page-to-come" />,
);
