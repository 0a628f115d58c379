import { useRef, useState } from "preact/hooks";
import type { SegmentRecord } from "../../model/segment.ts";
import { closeTo, goTo } from "../address/address.ts";
import type { Filter } from "../address/filters.ts";
import { filtersOf, filtersToSave, textsOfFilters } from "../address/make-filters.ts";
import { replaceAnswer } from "../api/answer.ts";
import { explain } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Check } from "../components/check.tsx";
import { Dialog } from "../components/dialog.tsx";
import { focusFirst } from "../components/focus-first.ts";
import { FormEnd } from "../components/form-end.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { type RecordForm, useRecordForm } from "../components/record-form.tsx";
import { NameField } from "../components/text-field.tsx";
import type { SegmentList } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { commonWords } from "../words/common.ts";
import { format } from "../words/reader.ts";
import { segmentsWords } from "../words/segments.ts";

/** Lists the segments to choose from. Editors save, change and delete them. */
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
      <ul
        class="entries"
        ref={entries}
        tabIndex={-1}
        aria-label={segmentsWords.title}
        aria-busy={!data && !failure}
      >
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
        <p class="hint">{describe(filtersOf(segment.filters))}</p>
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

/** Returns filters as a sentence. */
function describe(filters: readonly Filter[]): string {
  return format.list(textsOfFilters(filters), "and");
}

function NewSegment({ segments }: { readonly segments: SegmentList }) {
  const { paths, query, hrefWith } = useSite();
  const chosen = segments.data?.find(({ id }) => id === query.segment);
  const filters = filtersToSave(query.filters, chosen?.filters);
  const form = useRecordForm<{ data: SegmentRecord }>({
    path: paths.segments,
    id: undefined,
    bodyOf: (fields) => ({ ...bodyOf(fields), filters }),
    onDone: (answer) => {
      const made = answer === undefined ? [] : [answer.data];
      // Its name is shown at once.
      replaceAnswer(segments.path, [...(segments.data ?? []), ...made]);
      const change = { segment: answer?.data.id, filters: [], open: undefined };
      goTo(hrefWith(change), { replace: true });
    },
  });
  if (filters === undefined) {
    return <p class="hint">{segmentsWords.clash(chosen?.name ?? "")}</p>;
  }
  return (
    <form class="form" onSubmit={form.submit}>
      <SegmentFields label={segmentsWords.saveAs} form={form} />
      <FormEnd action={segmentsWords.saveSegment} sending={form} fields={["name"]} />
    </form>
  );
}

interface EditSegmentProps {
  readonly segment: SegmentRecord;
  readonly onDone: () => void;
}

function EditSegment({ segment, onDone }: EditSegmentProps) {
  const { paths, query, hrefWith } = useSite();
  const current = query.filters;
  const form = useRecordForm({
    path: paths.segments,
    id: segment.id,
    bodyOf: (fields) => {
      const filters = fields.has("replace") ? filtersToSave(current) : undefined;
      return { ...bodyOf(fields), ...(filters && { filters }) };
    },
    onDone,
  });
  return (
    <form class="form" ref={focusFirst} onSubmit={form.submit}>
      <SegmentFields label={segmentsWords.name} segment={segment} form={form} />
      {current.length > 0 && (
        <Check label={segmentsWords.replaceFilters} hint={describe(current)} name="replace" />
      )}
      <FormEnd action={commonWords.save} sending={form} fields={["name"]}>
        <Link
          class="button"
          href={hrefWith({
            filters: filtersOf(segment.filters),
            segment: undefined,
            open: undefined,
          })}
          replace
        >
          {segmentsWords.editFilters}
        </Link>
      </FormEnd>
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
  readonly form: RecordForm;
}

function SegmentFields({ label, segment, form }: SegmentFieldsProps) {
  return (
    <>
      <NameField
        label={label}
        errors={form.errors["name"]}
        defaultValue={segment?.name ?? ""}
        required
      />
      <Check
        label={segmentsWords.isPublic}
        hint={segmentsWords.viewers}
        name="public"
        isOn={segment?.public === 1}
      />
    </>
  );
}

function bodyOf(form: FormData): object {
  return { name: String(form.get("name")), public: form.has("public") ? 1 : 0 };
}
