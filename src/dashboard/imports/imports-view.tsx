import "./imports.css";
import { useSite } from "../site/site.ts";
import { ExportForm } from "./export-form.tsx";
import { ImportList } from "./import-list.tsx";
import { NewImport } from "./new-import.tsx";

/**
 * Shows the form for an export, and the imports of a website with the form for a new one to those
 * who may change the website.
 */
export function ImportsView() {
  const { record, mayWrite } = useSite();
  if (record === undefined) return null;
  return (
    <div class="settings">
      {mayWrite && <NewImport website={record} />}
      {mayWrite && <ImportList website={record} />}
      <ExportForm website={record} />
    </div>
  );
}
