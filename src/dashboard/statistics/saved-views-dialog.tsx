import { useRef, useState } from "preact/hooks";
import type { ViewRecord } from "../../model/view.ts";
import { closeTo } from "../address/address.ts";
import { readViewQuery, viewQueryOf } from "../address/saved-view.ts";
import { useMe } from "../api/caller.ts";
import { explain } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Check } from "../components/check.tsx";
import { Dialog } from "../components/dialog.tsx";
import { focusFirst } from "../components/focus-first.ts";
import { FormEnd } from "../components/form-end.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { useRecordForm } from "../components/record-form.tsx";
import { NameField } from "../components/text-field.tsx";
import { useSavedViews } from "../site/saved-views.ts";
import { useSite } from "../site/site.ts";
import { savedViewsWords as words } from "../words/saved-views.ts";
import { segmentsWords } from "../words/segments.ts";

/** Lists the saved views to choose from, and saves what the page shows as one. */
export function SavedViewsDialog() {
  const { mayWrite, paths, hrefWith } = useSite();
  const isPerson = useMe()?.kind === "person";
  const { data, failure, retry } = useSavedViews(paths.website);
  const [done, setDone] = useState("");
  const entries = useRef<HTMLUListElement>(null);
  return (
    <Dialog title={words.title} onClose={() => closeTo(hrefWith({ open: undefined }))}>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {data?.length === 0 && <p class="empty">{words.none}</p>}
      <p class="hidden" role="status">
        {done}
      </p>
      <ul class="entries" ref={entries} tabIndex={-1} aria-label={words.title}>
        {data?.map((view) => (
          <Entry
            key={view.id}
            view={view}
            onChange={(text) => {
              setDone(text);
              // What had the focus is gone.
              entries.current?.focus();
            }}
          />
        ))}
      </ul>
      {data && (isPerson || mayWrite) && <NewView onSaved={(name) => setDone(words.saved(name))} />}
    </Dialog>
  );
}

interface EntryProps {
  readonly view: ViewRecord;
  /** Is called with a sentence on what was done. */
  readonly onChange: (text: string) => void;
}

function Entry({ view, onChange }: EntryProps) {
  const { mayWrite, paths, query, hrefWith } = useSite();
  const [isDeleting, setDeleting] = useState(false);
  const { failure, isBusy, wait } = useSending();
  const path = `${paths.website}/views/${view.id}`;
  const meant = readViewQuery(view.query);
  const isShown = viewQueryOf(meant) === viewQueryOf(query);
  if (isDeleting) {
    return (
      <li class="entry" ref={focusFirst}>
        <p role="alert">{failure ? explain(failure) : segmentsWords.askDelete(view.name)}</p>
        <button class="button" type="button" onClick={() => setDeleting(false)}>
          {segmentsWords.keep}
        </button>
        <button
          class="button danger"
          type="button"
          disabled={isBusy}
          onClick={() => wait(sendJson("DELETE", path), () => onChange(words.deleted(view.name)))}
        >
          {segmentsWords.delete}
        </button>
      </li>
    );
  }
  const replace = () =>
    wait(sendJson("PATCH", path, { query: viewQueryOf(query) }), () =>
      onChange(words.saved(view.name)),
    );
  return (
    <li class="entry">
      <div>
        <Link
          class="entry-name"
          href={hrefWith(meant)}
          aria-current={isShown ? "true" : undefined}
          replace
        >
          {view.name}
        </Link>
        <p class="hint">{view.person === 0 ? words.shared : words.own}</p>
        <p class="error" role="alert">
          {failure && explain(failure)}
        </p>
      </div>
      {(view.person !== 0 || mayWrite) && (
        <>
          <button
            class="quiet-button"
            type="button"
            aria-label={words.replaceNamed(view.name)}
            disabled={isBusy || isShown}
            onClick={replace}
          >
            {words.replace}
          </button>
          <button
            class="quiet-button"
            type="button"
            aria-label={segmentsWords.deleteNamed(view.name)}
            onClick={() => setDeleting(true)}
          >
            {segmentsWords.delete}
          </button>
        </>
      )}
    </li>
  );
}

/** Asks for the name of a new view. One of a key, which is nobody, is for everybody. */
function NewView({ onSaved }: { readonly onSaved: (name: string) => void }) {
  const { mayWrite, paths, query } = useSite();
  const me = useMe();
  const [count, setCount] = useState(0);
  const form = useRecordForm<{ data: ViewRecord }>({
    path: `${paths.website}/views`,
    id: undefined,
    bodyOf: (fields) => ({
      name: String(fields.get("name")),
      query: viewQueryOf(query),
      person: fields.has("shared") ? 0 : (me?.id ?? 0),
    }),
    onDone: (answer) => {
      // The form is empty again.
      setCount(count + 1);
      onSaved(answer?.data.name ?? "");
    },
  });
  return (
    <form class="form" onSubmit={form.submit} key={count}>
      <NameField label={words.save} errors={form.errors["name"]} required />
      {mayWrite && me?.kind === "person" && <Check label={words.share} name="shared" />}
      <FormEnd action={words.saveView} sending={form} fields={["name"]} />
    </form>
  );
}
