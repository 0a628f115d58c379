import { useRef, useState } from "preact/hooks";
import { nameCharactersMax } from "../../model/limits.ts";

import { closeTo, goTo } from "../address/address.ts";
import { type Filter, filtersToSave, groupFilters, textOfGroup } from "../address/filters.ts";
import { replaceAnswer } from "../api/answer.ts";
import type { SegmentRecord } from "../api/answers.ts";
import { explain, type Failure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { focusFirst } from "../components/focus-first.ts";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import type { SegmentList } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { segmentsWords } from "../words/segments.ts";

/** Lists the segments to choose from. Owners save, change and delete them. */
export function SegmentsDialog({ segments }: { readonly segments: SegmentList }) {
  const { mayWrite, query, hrefWith } = useSite();
  const { data, failure, retry } = segments;
  const [done, setDone] = useState("");
  const entries = useRef<HTMLUListElement>(null);
  return (
    <Dialog title={segmentsWords.title} onClose={() => closeTo(hrefWith({ open: undefined }))}>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {data && data.length === 0 && <p class="empty">{segmentsWords.none}</p>}
      <p class="hidden" role="status">
        {done}
      </p>
      <ul class="entries" ref={entries} tabIndex={-1} aria-label={segmentsWords.title}>
        {data?.map((segment) => (
          <Entry
            key={segment.id}
            segment={segment}
            onChange={(text) => {
              setDone(text);
              // What had the focus is gone.
              entries.current?.focus();
            }}
          />
        ))}
      </ul>
      {mayWrite && data && query.filters.length > 0 && <NewSegment segments={segments} />}
      {mayWrite && data && query.filters.length === 0 && (
        <div class="dialog-foot">
          <p>{segmentsWords.setFilterFirst}</p>
          <Link class="button" href={hrefWith({ open: "filter" })} replace>
            {segmentsWords.setFilter}
          </Link>
        </div>
      )}
    </Dialog>
  );
}

interface EntryProps {
  readonly segment: SegmentRecord;
  /** Is called with a sentence on what was done. */
  readonly onChange: (text: string) => void;
}

function Entry({ segment, onChange }: EntryProps) {
  const { mayWrite, query, hrefWith } = useSite();
  const [mode, setMode] = useState<"shown" | "edited" | "deleted">("shown");
  const isChosen = query.segment === segment.id;
  const done = (text: string) => {
    setMode("shown");
    onChange(text);
  };
  if (mode === "edited") {
    return (
      <li>
        <EditSegment segment={segment} onDone={() => done(segmentsWords.saved(segment.name))} />
      </li>
    );
  }
  if (mode === "deleted") {
    return (
      <li>
        <DeleteSegment
          segment={segment}
          onKeep={() => setMode("shown")}
          onDone={() => done(segmentsWords.deleted(segment.name))}
        />
      </li>
    );
  }
  return (
    <li class="entry">
      <div>
        <Link
          class="entry-name"
          href={hrefWith({ segment: isChosen ? undefined : segment.id, open: undefined })}
          aria-current={isChosen ? "true" : undefined}
          replace
        >
          {segment.name}
        </Link>
        <p class="hint">{describe(filtersOf(segment))}</p>
      </div>
      {mayWrite && (
        <>
          <button
            class="quiet-button"
            type="button"
            aria-label={segmentsWords.editNamed(segment.name)}
            onClick={() => setMode("edited")}
          >
            {segmentsWords.edit}
          </button>
          <button
            class="quiet-button"
            type="button"
            aria-label={segmentsWords.deleteNamed(segment.name)}
            onClick={() => setMode("deleted")}
          >
            {segmentsWords.delete}
          </button>
        </>
      )}
    </li>
  );
}

function filtersOf({ filters }: SegmentRecord): readonly Filter[] {
  return Object.entries(filters).flatMap(([name, values]) =>
    values.map((value) => ({ name, value }) as Filter),
  );
}

/** Returns filters as a sentence. */
function describe(filters: readonly Filter[]): string {
  const groups = groupFilters(filters);
  return format.list(
    groups.map((group) => textOfGroup(group, (words) => format.list(words, "or"))),
    "and",
  );
}

function NewSegment({ segments }: { readonly segments: SegmentList }) {
  const { paths, query, hrefWith } = useSite();
  const { failure, isBusy, wait } = useSending();
  const chosen = segments.data?.find(({ id }) => id === query.segment);
  const filters = filtersToSave(query.filters, chosen?.filters);
  if (filters === undefined) {
    return <p class="hint">{segmentsWords.clash(chosen?.name ?? "")}</p>;
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = { ...bodyOf(event.currentTarget as HTMLFormElement), filters };
    wait(sendJson<{ data: SegmentRecord }>("POST", paths.segments, body), (answer) => {
      const made = answer === undefined ? [] : [answer.data];
      // Its name is shown at once.
      replaceAnswer(segments.path, [...(segments.data ?? []), ...made]);
      const change = { segment: answer?.data.id, filters: [], open: undefined };
      goTo(hrefWith(change), { replace: true });
    });
  };
  return (
    <form class="form" onSubmit={submit}>
      <SegmentFields label={segmentsWords.saveAs} failure={failure} />
      <div class="form-end">
        <button class="button primary" type="submit" disabled={isBusy}>
          {segmentsWords.saveSegment}
        </button>
      </div>
    </form>
  );
}

interface EditSegmentProps {
  readonly segment: SegmentRecord;
  readonly onDone: () => void;
}

function EditSegment({ segment, onDone }: EditSegmentProps) {
  const { paths, query, hrefWith } = useSite();
  const { failure, isBusy, wait } = useSending();
  const current = query.filters;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const filters = new FormData(form).has("replace") ? filtersToSave(current) : undefined;
    const body = { ...bodyOf(form), ...(filters && { filters }) };
    wait(sendJson("PATCH", `${paths.segments}/${segment.id}`, body), onDone);
  };
  return (
    <form class="form" ref={focusFirst} onSubmit={submit}>
      <SegmentFields label={segmentsWords.name} segment={segment} failure={failure} />
      {current.length > 0 && (
        <label class="check">
          <input type="checkbox" name="replace" />
          <span>
            <strong>{segmentsWords.replaceFilters}</strong>
            <span class="hint">{describe(current)}</span>
          </span>
        </label>
      )}
      <div class="form-end">
        <Link
          class="button"
          href={hrefWith({ filters: filtersOf(segment), segment: undefined, open: undefined })}
          replace
        >
          {segmentsWords.editFilters}
        </Link>
        <button class="button primary" type="submit" disabled={isBusy}>
          {segmentsWords.save}
        </button>
      </div>
    </form>
  );
}

interface DeleteSegmentProps extends EditSegmentProps {
  readonly onKeep: () => void;
}

function DeleteSegment({ segment, onKeep, onDone }: DeleteSegmentProps) {
  const { paths, query, hrefWith } = useSite();
  const { failure, isBusy, wait } = useSending();
  const remove = () =>
    wait(sendJson("DELETE", `${paths.segments}/${segment.id}`), () => {
      if (query.segment === segment.id) goTo(hrefWith({ segment: undefined }), { replace: true });
      onDone();
    });
  return (
    <div class="entry" ref={focusFirst}>
      <p role="alert">{failure ? explain(failure) : segmentsWords.askDelete(segment.name)}</p>
      <button class="button" type="button" onClick={onKeep}>
        {segmentsWords.keep}
      </button>
      <button class="button danger" type="button" disabled={isBusy} onClick={remove}>
        {segmentsWords.delete}
      </button>
    </div>
  );
}

interface SegmentFieldsProps {
  readonly label: string;
  readonly segment?: SegmentRecord;
  readonly failure: Failure | undefined;
}

function SegmentFields({ label, segment, failure }: SegmentFieldsProps) {
  const other = failure && failure.fields["name"] === undefined ? explain(failure) : "";
  return (
    <>
      <Field label={label} errors={failure?.fields["name"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            name="name"
            defaultValue={segment?.name ?? ""}
            maxLength={nameCharactersMax}
            required
            autoComplete="off"
          />
        )}
      </Field>
      <label class="check">
        <input type="checkbox" name="public" defaultChecked={segment?.public === 1} />
        <span>
          <strong>{segmentsWords.isPublic}</strong>
          <span class="hint">{segmentsWords.viewers}</span>
        </span>
      </label>
      <p class="error" role="alert">
        {other}
      </p>
    </>
  );
}

function bodyOf(form: HTMLFormElement): { readonly name: string; readonly public: 0 | 1 } {
  const data = new FormData(form);
  return { name: String(data.get("name")), public: data.has("public") ? 1 : 0 };
}
