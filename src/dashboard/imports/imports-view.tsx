import "../styles/imports.css";
import { useSite } from "../site/site.ts";
import { ExportForm } from "./export-form.tsx";
import { ImportList } from "./import-list.tsx";
import { NewImport } from "./new-import.tsx";

/** Shows an owner the imports of a website, and the forms for a new one and for an export. */
export function ImportsView() {
  const { record } = useSite();
  if (record === undefined) return null;
  return (
    <div class="settings">
      <NewImport website={record} />
      <ImportList website={record} />
      <ExportForm website={record} />
    </div>
  );
}
