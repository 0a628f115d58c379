import "./hidden-note.css";
import type { HiddenMeta } from "../../model/hidden-meta.ts";
import { goTo } from "../address/address.ts";
import { Choice } from "../components/choice.tsx";
import { Link } from "../components/link.tsx";
import { useSite } from "../site/site.ts";
import { hiddenWords as words } from "../words/hidden.ts";
import { format } from "../words/reader.ts";
import { viewWords } from "../words/views.ts";

/** Says what conditions hide, and has users choose whether they see it. */
export function HiddenNote({ hidden }: { readonly hidden: HiddenMeta | undefined }) {
  const { record, query, hrefWith } = useSite();
  const { counted } = query;
  const isNothing = hidden?.visitors === 0 && hidden.kept_days === undefined;
  if (isNothing && counted === undefined) return null;
  return (
    <div class="hidden-note" data-counted={counted}>
      <p class="lead" role="status">
        {counted === undefined ? hidden && sentenceOf(hidden) : words.shown[counted]}{" "}
        {record && (
          <Link href={hrefWith({ view: "what-counts", open: undefined })}>
            {viewWords["what-counts"]}
          </Link>
        )}
      </p>
      {record && (
        <Choice
          label={words.choice}
          options={[
            { value: "", label: viewWords["what-counts"] },
            { value: "all", label: words.all },
            { value: "hidden", label: words.hidden },
          ]}
          chosen={counted ?? ""}
          onChoose={(chosen) => goTo(hrefWith({ counted: chosen === "" ? undefined : chosen }))}
        />
      )}
    </div>
  );
}

function sentenceOf({ visitors, conditions, kept_days: keptDays }: HiddenMeta): string {
  const hidden = words.sentence(visitors, format.count(visitors), conditions);
  return keptDays === undefined ? hidden : `${hidden} ${words.kept(keptDays)}`;
}
