import { useLayoutEffect, useRef } from "preact/hooks";

import type { ImportRecord } from "../../model/import.ts";
import { ImportReport } from "./import-report.tsx";
import { Progress } from "./progress.tsx";
import type { Stage } from "./use-import-form.ts";
import { explainImport } from "./words.ts";

/** Shows how far a new import is, and the report of its check. */
export function StageView({ stage }: { readonly stage: Stage }) {
  const result = useRef<HTMLHeadingElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  // The button that had the focus was disabled meanwhile, and is another one now.
  useLayoutEffect(() => {
    if (stage.name === "checked") result.current?.focus();
    if (stage.name === "begun") status.current?.focus();
  }, [stage.name]);
  const failure = stage.name === "choosing" ? stage.failure : undefined;
  return (
    <div class="import-stage">
      <p class="error" role="alert">
        {failure && explainImport(failure)}
      </p>
      <p role="status" tabIndex={-1} ref={status}>
        {statusText(stage)}
      </p>
      {stage.name === "sending" && <Progress share={stage.share} />}
      {stage.name === "checking" && <Progress rows={stage.rows} />}
      {stage.name === "checked" && (
        <section class="import-check" aria-label="Result of the check">
          <h3 ref={result} tabIndex={-1}>
            {headingOf(stage.record)}
          </h3>
          <ImportReport record={stage.record} />
        </section>
      )}
    </div>
  );
}

/** Returns whether a check found something to import. */
export function isUseful({ status, rows }: ImportRecord): boolean {
  return status === "done" && rows.imported > 0;
}

function statusText(stage: Stage): string {
  switch (stage.name) {
    case "sending":
      return stage.isDryRun ? "Sending the files for the check." : "Sending the files.";
    case "checking":
      return "Checking the files. Nothing is imported yet.";
    case "begun":
      return stage.isNew
        ? "The import has begun. It goes on when you leave this page."
        : "These files were imported before. The list below has their import.";
    default:
      return "";
  }
}

function headingOf(record: ImportRecord): string {
  if (record.status !== "done") return "These files cannot be imported";
  return isUseful(record) ? "The import would do this" : "There is nothing to import";
}
