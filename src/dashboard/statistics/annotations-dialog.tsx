import { useRef, useState } from "preact/hooks";
import type { AnnotationRecord } from "../../model/annotation.ts";
import { annotationCharactersMax } from "../../model/limits.ts";
import { closeTo } from "../address/address.ts";
import { shownInterval } from "../address/intervals.ts";
import type { OpenAnnotations } from "../address/website-query.ts";
import { explain } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Check } from "../components/check.tsx";
import { Dialog } from "../components/dialog.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { focusFirst } from "../components/focus-first.ts";
import { FormEnd } from "../components/form-end.tsx";
import { useRecordForm } from "../components/record-form.tsx";
import { TextField } from "../components/text-field.tsx";
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

/** Lists the annotations of a point of the chart, or of the range. Editors change them. */
export function AnnotationsDialog({ open: { point, isDay }, ...rest }: AnnotationsDialogProps) {
  const { mayWrite, days, today, query, hrefWith } = useSite();
  const interval = isDay ? "day" : shownInterval(days, today, query.interval);
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
        <AnnotationForm fields={{ date: point ? shown.from : usualDate, time }} onDone={close} />
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
  const remove = () =>
    wait(sendJson("DELETE", `${paths.annotations}/${id}`), () => onChange(notesWords.deleted));
  if (isEdited) {
    const done = () => {
      setEdited(false);
      onChange(commonWords.saved);
    };
    return (
      <li>
        <AnnotationForm fields={annotation} onDone={done} />
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
        <EntryActions
          name={text}
          isBusy={isBusy}
          onOpen={(name) => (name === "change" ? setEdited(true) : remove())}
        />
      )}
    </li>
  );
}

interface AnnotationFormProps {
  /** The annotation that is changed, or the fields that a new one begins with. */
  readonly fields: Pick<AnnotationRecord, "date" | "time"> & Partial<AnnotationRecord>;
  readonly onDone: () => void;
}

function AnnotationForm({ fields, onDone }: AnnotationFormProps) {
  const { id, text = "", date, time } = fields;
  const { paths } = useSite();
  const form = useRecordForm({ path: paths.annotations, id, bodyOf, onDone });
  const { errors } = form;
  return (
    <form class="form" ref={id === undefined ? null : focusFirst} onSubmit={form.submit}>
      <TextField
        label={notesWords.note}
        errors={errors["text"]}
        name="text"
        defaultValue={text}
        maxLength={annotationCharactersMax}
        required
      />
      <div class="field-pair">
        <TextField
          label={notesWords.day}
          errors={errors["date"]}
          type="date"
          name="date"
          defaultValue={date}
          required
        />
        <TextField
          label={notesWords.time}
          errors={errors["time"]}
          type="time"
          name="time"
          defaultValue={time ?? ""}
        />
      </div>
      <Check
        label={notesWords.isPublic}
        hint={notesWords.viewers}
        name="public"
        isOn={fields.public === 1}
      />
      <FormEnd
        action={id === undefined ? notesWords.add : commonWords.save}
        sending={form}
        fields={["text", "date", "time"]}
      />
    </form>
  );
}

function bodyOf(form: FormData): object {
  const time = String(form.get("time"));
  return {
    text: String(form.get("text")),
    date: String(form.get("date")),
    time: time === "" ? null : time,
    public: form.has("public") ? 1 : 0,
  };
}
