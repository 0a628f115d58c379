import { useState } from "preact/hooks";
import { nameCharactersMax } from "../../model/limits.ts";

import { closeTo, goTo } from "../address/address.ts";
import {
  type Filter,
  filterLabel,
  filtersToSave,
  readFilter,
  relationOf,
} from "../address/filters.ts";
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

/** Lists the segments to choose from. Owners save, rename and delete them. */
export function SegmentsDialog({ segments }: { readonly segments: SegmentList }) {
  const { mayWrite, query, hrefWith } = useSite();
  const { data, failure, retry } = segments;
  return (
    <Dialog title="Segments" onClose={() => closeTo(hrefWith({ open: undefined }))}>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {data && data.length === 0 && <p class="empty">There are no segments yet.</p>}
      <ul class="entries">
        {data?.map((segment) => (
          <Entry key={segment.id} segment={segment} onChange={segments.refresh} />
        ))}
      </ul>
      {mayWrite && data && query.filters.length > 0 && <NewSegment segments={segments} />}
      {mayWrite && data && query.filters.length === 0 && (
        <div class="dialog-foot">
          <p>Set a filter first, then save it here as a segment.</p>
          <Link class="button" href={hrefWith({ open: "filter" })} replace>
            Set a filter
          </Link>
        </div>
      )}
    </Dialog>
  );
}

interface EntryProps {
  readonly segment: SegmentRecord;
  readonly onChange: () => void;
}

function Entry({ segment, onChange }: EntryProps) {
  const { mayWrite, query, hrefWith } = useSite();
  const [mode, setMode] = useState<"shown" | "edited" | "deleted">("shown");
  const isChosen = query.segment === segment.id;
  const done = () => {
    setMode("shown");
    onChange();
  };
  if (mode === "edited") {
    return (
      <li>
        <EditSegment segment={segment} onDone={done} />
      </li>
    );
  }
  if (mode === "deleted") {
    return (
      <li>
        <DeleteSegment segment={segment} onKeep={() => setMode("shown")} onDone={done} />
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
        <p class="hint">{describe(segment)}</p>
      </div>
      {mayWrite && (
        <>
          <button class="quiet-button" type="button" onClick={() => setMode("edited")}>
            Rename<span class="hidden"> {segment.name}</span>
          </button>
          <button class="quiet-button" type="button" onClick={() => setMode("deleted")}>
            Delete<span class="hidden"> {segment.name}</span>
          </button>
        </>
      )}
    </li>
  );
}

/** Returns the filters of a segment as a sentence. */
function describe({ filters }: SegmentRecord): string {
  const all = Object.entries(filters).flatMap(([name, values]) =>
    values.map((value) => ({ name, value }) as Filter),
  );
  return all
    .map((filter) => {
      const condition = readFilter(filter);
      return `${filterLabel(filter.name)} ${relationOf(condition)} ${condition.text}`.trim();
    })
    .join("; ");
}

function NewSegment({ segments }: { readonly segments: SegmentList }) {
  const { paths, query, hrefWith } = useSite();
  const { failure, isBusy, wait } = useSending();
  const chosen = segments.data?.find(({ id }) => id === query.segment);
  const filters = filtersToSave(query.filters, chosen?.filters);
  if (filters === undefined) {
    return (
      <p class="hint">
        These filters cannot be saved together with the segment {chosen?.name}, because both have
        filters of the same kind.
      </p>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = { ...bodyOf(event.currentTarget as HTMLFormElement), filters };
    wait(sendJson<{ data: SegmentRecord }>("POST", paths.segments, body), (answer) => {
      segments.refresh();
      const change = { segment: answer?.data.id, filters: [], open: undefined };
      goTo(hrefWith(change), { replace: true });
    });
  };
  return (
    <form class="form" onSubmit={submit}>
      <SegmentFields label="Save the current filters as" failure={failure} />
      <div class="form-end">
        <button class="button primary" type="submit" disabled={isBusy}>
          Save segment
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
  const { paths } = useSite();
  const { failure, isBusy, wait } = useSending();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = bodyOf(event.currentTarget as HTMLFormElement);
    wait(sendJson("PATCH", `${paths.segments}/${segment.id}`, body), onDone);
  };
  return (
    <form class="form" ref={focusFirst} onSubmit={submit}>
      <SegmentFields label="Name" segment={segment} failure={failure} />
      <div class="form-end">
        <button class="button primary" type="submit" disabled={isBusy}>
          Save
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
      <p role="alert">{failure ? explain(failure) : `Delete ${segment.name}?`}</p>
      <button class="button" type="button" onClick={onKeep}>
        Keep
      </button>
      <button class="button danger" type="button" disabled={isBusy} onClick={remove}>
        Delete
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
          <strong>Viewers can choose it</strong>
          <span class="hint">Viewers are people who see the public page.</span>
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
