import type { ImportsMeta } from "../../model/imports-meta.ts";
import { Link } from "../components/link.tsx";
import { useSite } from "../site/site.ts";
import { importedDaysWords } from "../words/imported-days.ts";
import { format } from "../words/reader.ts";
import { importsSentence } from "./imports-sentence.ts";

/** Says how numbers of days that were imported as totals differ from others. */
export function ImportsNote({ imports }: { readonly imports: ImportsMeta }) {
  const { mayWrite, hrefWith } = useSite();
  return (
    <p class="lead">
      {importsSentence(format, imports)}{" "}
      {mayWrite && (
        <Link href={hrefWith({ view: "import", open: undefined })}>
          {importedDaysWords.imports}
        </Link>
      )}
    </p>
  );
}
