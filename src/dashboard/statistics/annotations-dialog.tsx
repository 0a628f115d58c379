import { useRef, useState } from "preact/hooks";
import { annotationCharactersMax } from "../../model/limits.ts";

import { closeTo } from "../address/address.ts";
import { shownInterval } from "../address/intervals.ts";
import type { OpenAnnotations } from "../address/website-query.ts";
import type { AnnotationRecord } from "../api/answers.ts";
import { explain, type Failure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { focusFirst } from "../components/focus-first.ts";
import { daysOfPoint } from "../site/annotations.ts";
import { useSite } from "../site/site.ts";
import { commonWords } from "../words/common.ts";
import { notesWords } from "../words/notes.ts";
import { format } from "../words/reader.ts";

interface AnnotationsDialogProps {
  readonly open: OpenAnnotations;
  /** Those of the range. */
  readonly annotations: readonly AnnotationRecord[];
}

/** Lists the annotations of a point of the chart, or of the range. Owners change them. */
export function AnnotationsDialog({ open: { point, isDay }, ...rest }: AnnotationsDialogProps) {
  const { mayWrite, days, today, query, hrefWith } = useSite();
  const interval = isDay ? "day" : shownInterval(days, query.interval);
  const shown = point ? daysOfPoint(point, interval) : days;
  const annotations = rest.annotations.filter(({ date }) => date >= shown.from && date <= shown.to);
  const time = point?.includes("T") ? point.slice(11) : "";
  const isOver = days.to < today;
  const usualDate = isOver ? days.to : today;
  const [done, setDone] = useState("");
  const entries = useRef<HTMLUListElement>(null);
  const close = () => closeTo(hrefWith({ open: undefined }));
  return (
    <Dialog title={notesWords.title} onClose={close}>
      <p class="dialog-sub muted">{format.days(shown)}</p>
      {annotations.length === 0 && !mayWrite && <p class="empty">{notesWords.none}</p>}
      <p class="hidden" role="status">
        {done}
      </p>
      <ul class="entries" ref={entries} tabIndex={-1} aria-label={notesWords.title}>
        {annotations.map((annotation) => (
          <Entry
            key={annotation.id}
            annotation={annotation}
            onChange={(text) => {
              setDone(text);
              // What had the focus is gone.
              entries.current?.focus();
            }}
          />
        ))}
      </ul>
      {mayWrite && (
        <NewAnnotation start={{ date: point ? shown.from : usualDate, time }} onDone={close} />
      )}
    </Dialog>
  );
}

interface EntryProps {
  readonly annotation: AnnotationRecord;
  /** Is called with a sentence on what was done. */
  readonly onChange: (text: string) => void;
}

function Entry({ annotation, onChange }: EntryProps) {
  const { mayWrite, paths } = useSite();
  const [isEdited, setEdited] = useState(false);
  const { failure, isBusy, wait } = useSending();
  const { id, date, time, text } = annotation;
  const path = `${paths.annotations}/${id}`;
  if (isEdited) {
    const done = () => {
      setEdited(false);
      onChange(commonWords.saved);
    };
    return (
      <li>
        <EditAnnotation annotation={annotation} path={path} onDone={done} />
      </li>
    );
  }
  return (
    <li class="entry">
      <div>
        <p>{text}</p>
        <p class="hint">
          {format.day(date)} {time}
        </p>
        <p class="error" role="alert">
          {failure && explain(failure)}
        </p>
      </div>
      {mayWrite && (
        <>
          <button
            class="quiet-button"
            type="button"
            aria-label={notesWords.changeNamed(text)}
            onClick={() => setEdited(true)}
          >
            {notesWords.change}
          </button>
          <button
            class="quiet-button"
            type="button"
            aria-label={notesWords.deleteNamed(text)}
            disabled={isBusy}
            onClick={() => wait(sendJson("DELETE", path), () => onChange(notesWords.deleted))}
          >
            {notesWords.delete}
          </button>
        </>
      )}
    </li>
  );
}

type Fields = Pick<AnnotationRecord, "date" | "time"> & Partial<AnnotationRecord>;

interface NewAnnotationProps {
  readonly start: Fields;
  readonly onDone: () => void;
}

function NewAnnotation({ start, onDone }: NewAnnotationProps) {
  const { paths } = useSite();
  const { failure, isBusy, wait } = useSending();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    wait(sendJson("POST", paths.annotations, bodyOf(event)), onDone);
  };
  return (
    <form class="form" onSubmit={submit}>
      <AnnotationFields fields={start} failure={failure} />
      <div class="form-end">
        <button class="button primary" type="submit" disabled={isBusy}>
          {notesWords.add}
        </button>
      </div>
    </form>
  );
}

interface EditAnnotationProps {
  readonly annotation: AnnotationRecord;
  readonly path: string;
  readonly onDone: () => void;
}

function EditAnnotation({ annotation, path, onDone }: EditAnnotationProps) {
  const { failure, isBusy, wait } = useSending();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    wait(sendJson("PATCH", path, bodyOf(event)), onDone);
  };
  return (
    <form class="form" ref={focusFirst} onSubmit={submit}>
      <AnnotationFields fields={annotation} failure={failure} />
      <div class="form-end">
        <button class="button primary" type="submit" disabled={isBusy}>
          {notesWords.save}
        </button>
      </div>
    </form>
  );
}

interface AnnotationFieldsProps {
  readonly fields: Fields;
  readonly failure: Failure | undefined;
}

function AnnotationFields({ fields, failure }: AnnotationFieldsProps) {
  const errors = failure?.fields ?? {};
  const isOfField = ["text", "date", "time"].some((name) => errors[name] !== undefined);
  return (
    <>
      <Field label={notesWords.note} errors={errors["text"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            name="text"
            defaultValue={fields.text ?? ""}
            maxLength={annotationCharactersMax}
            required
            autoComplete="off"
          />
        )}
      </Field>
      <div class="field-pair">
        <Field label={notesWords.day} errors={errors["date"]}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="date"
              name="date"
              defaultValue={fields.date}
              required
            />
          )}
        </Field>
        <Field label={notesWords.time} errors={errors["time"]}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="time"
              name="time"
              defaultValue={fields.time ?? ""}
            />
          )}
        </Field>
      </div>
      <label class="check">
        <input type="checkbox" name="public" defaultChecked={fields.public === 1} />
        <span>
          <strong>{notesWords.isPublic}</strong>
          <span class="hint">{notesWords.viewers}</span>
        </span>
      </label>
      <p class="error" role="alert">
        {failure && !isOfField && explain(failure)}
      </p>
    </>
  );
}

function bodyOf(event: SubmitEvent) {
  const form = new FormData(event.currentTarget as HTMLFormElement);
  const time = String(form.get("time"));
  return {
    text: String(form.get("text")),
    date: String(form.get("date")),
    time: time === "" ? null : time,
    public: form.has("public") ? 1 : 0,
  };
}
