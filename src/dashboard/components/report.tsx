import { useEffect, useState } from "preact/hooks";

import type { ReportView } from "../report-query.ts";

type Reports = typeof import("../reports/reports.tsx");

/** The code of the reports. It is a separate file, because only their tabs need it. */
let loaded: Reports | undefined;

/** Shows a report. Its code loads when the first one opens. */
export function Report({ name }: { readonly name: ReportView }) {
  const [reports, setReports] = useState(loaded);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (loaded !== undefined) return;
    import("../reports/reports.tsx").then(
      (module) => {
        loaded = module;
        setReports(module);
      },
      () => setMissing(true),
    );
  }, []);
  if (isMissing) {
    return (
      <p class="empty" role="alert">
        The report could not be loaded. Please reload the page.
      </p>
    );
  }
  if (reports === undefined) return <div class="page-to-come" />;
  const View = reports.reports[name];
  return <View />;
}
