import type { ComponentChildren } from "preact";

import { sendJson } from "../api/request.ts";
import { type Sending, useSending } from "../api/sending.ts";
import { commonWords } from "../words/common.ts";
import { entriesWords } from "../words/entries.ts";
import { Dialog } from "./dialog.tsx";
import { FormEnd, type FormEndProps } from "./form-end.tsx";

interface RecordFormOptions<Answer> {
  /** The API path of the list. */
  readonly path: string;
  /** The id of the record that is changed; undefined to make one. */
  readonly id: number | undefined;
  /** Returns the fields as the API takes them. */
  readonly bodyOf: (form: FormData) => object;
  readonly onDone: (answer: Answer | undefined) => void;
}

export interface RecordForm extends Sending {
  readonly submit: (event: SubmitEvent) => void;
}

/** Returns the state of a form that makes a record of a list, or changes one. */
export function useRecordForm<Answer = unknown>(options: RecordFormOptions<Answer>): RecordForm {
  const { path, id, bodyOf, onDone } = options;
  const sending = useSending();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = bodyOf(new FormData(event.currentTarget as HTMLFormElement));
    const sent =
      id === undefined
        ? sendJson<Answer>("POST", path, body)
        : sendJson<Answer>("PATCH", `${path}/${id}`, body);
    sending.wait(sent, onDone);
  };
  return { ...sending, submit };
}

interface RecordDialogProps extends Pick<FormEndProps, "fields" | "isDisabled"> {
  readonly form: RecordForm;
  /** The name of the record that is changed; undefined to make one. */
  readonly name: string | undefined;
  /** The title of the dialog that makes one. */
  readonly add: string;
  /** Label of the button that makes one. */
  readonly addAction: string;
  readonly onClose: () => void;
  /** A sentence beside the button: what it will do. */
  readonly foot?: ComponentChildren;
  /** The fields of the form. */
  readonly children: ComponentChildren;
}

/** Shows the dialog that makes a record of a list, or changes one. */
export function RecordDialog(props: RecordDialogProps) {
  const { form, name, add, addAction, onClose, foot, children, ...end } = props;
  const isNew = name === undefined;
  return (
    <Dialog title={isNew ? add : entriesWords.changeNamed(name)} onClose={onClose}>
      <form class="form dialog-form" onSubmit={form.submit}>
        {children}
        <FormEnd action={isNew ? addAction : commonWords.save} sending={form} {...end}>
          {foot}
        </FormEnd>
      </form>
    </Dialog>
  );
}
