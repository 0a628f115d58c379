import { useLayoutEffect, useRef } from "preact/hooks";

import type { ImportRecord } from "../../model/import.ts";
import { importsWords as words } from "../words/imports.ts";
import { ImportReport } from "./import-report.tsx";
import { Progress } from "./progress.tsx";
import { explainImport } from "./texts.ts";
import type { Stage } from "./use-import-form.ts";

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
        <section class="import-check" aria-label={words.result}>
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
      return stage.isDryRun ? words.sendingForCheck : words.sending;
    case "checking":
      return words.checking;
    case "begun":
      return stage.isNew ? words.begun : words.importedBefore;
    default:
      return "";
  }
}

function headingOf(record: ImportRecord): string {
  if (record.status !== "done") return words.cannotBeImported;
  return isUseful(record) ? words.wouldDo : words.nothingToImport;
}
