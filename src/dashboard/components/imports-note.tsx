import type { ImportsMeta } from "../api/answers.ts";
import { importsSentence } from "../imports-note.ts";
import { format } from "../reader.ts";
import { useSite } from "../site.ts";
import { Link } from "./link.tsx";

/** Says how numbers of days that were imported as totals differ from others. */
export function ImportsNote({ imports }: { readonly imports: ImportsMeta }) {
  const { record, hrefWith } = useSite();
  return (
    <p class="lead">
      {importsSentence(format, imports)}{" "}
      {record && <Link href={hrefWith({ view: "import", open: undefined })}>Imports</Link>}
    </p>
  );
}
