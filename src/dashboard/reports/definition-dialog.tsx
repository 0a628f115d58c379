import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { closeTo, goTo } from "../address/address.ts";
import { explain, type Failure, type FieldErrors } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { useRecordForm } from "../components/record-form.tsx";
import { NameField } from "../components/text-field.tsx";
import { commonWords } from "../words/common.ts";
import { type DefinitionWords, reportsWords } from "../words/reports.ts";

const words = reportsWords.form;

interface DefinitionDialogProps {
  readonly words: DefinitionWords;
  /** The API path of the list of goals or funnels. */
  readonly listPath: string;
  /** The id of what is changed; undefined for a new one. */
  readonly id: number | undefined;
  readonly name: string;
  readonly onName: (name: string) => void;
  /** Returns the fields beside the name as the API takes them. */
  readonly body: () => object;
  /** The addresses to go to afterwards. */
  readonly closeHref: string;
  readonly deletedHref: string;
  readonly onDeleted?: () => void;
  /** Returns the address that shows what was added, if it is not `closeHref`. */
  readonly addedHref?: (id: number) => string;
  readonly isWide?: boolean;
  /** Renders the fields beside the name. */
  readonly children: (errors: FieldErrors) => ComponentChildren;
}

/** Makes a goal or a funnel, or changes or deletes one. */
export function DefinitionDialog(props: DefinitionDialogProps) {
  const { words: own, listPath, id, name, onName, body, closeHref, deletedHref } = props;
  const { addedHref, isWide } = props;
  const [isDeleting, setDeleting] = useState(false);
  const close = () => closeTo(closeHref);
  const form = useRecordForm<{ data: { id: number } }>({
    path: listPath,
    id,
    bodyOf: () => ({ name: name.trim(), ...body() }),
    onDone: (answer) => {
      if (id !== undefined || addedHref === undefined || answer === undefined) close();
      else goTo(addedHref(answer.data.id), { replace: true });
    },
  });
  const { isBusy, failure, errors } = form;
  const remove = () =>
    form.wait(sendJson("DELETE", `${listPath}/${id}`), () => {
      props.onDeleted?.();
      goTo(deletedHref, { replace: true });
    });
  return (
    <Dialog title={id === undefined ? own.add : own.edit} onClose={close} isWide={isWide ?? false}>
      <form class="form definition-form" onSubmit={form.submit}>
        <NameField
          label={words.name}
          errors={errors["name"]}
          value={name}
          required
          onInput={(event) => onName(event.currentTarget.value)}
        />
        {props.children(errors)}
        <p class="error" role="alert">
          {failure && wordsOf(failure)}
        </p>
        {isDeleting ? (
          <div class="form-end">
            <p>{own.eventsStay}</p>
            <button class="button" type="button" onClick={() => setDeleting(false)}>
              {words.keep}
            </button>
            <button class="button danger" type="button" disabled={isBusy} onClick={remove}>
              {words.delete}
            </button>
          </div>
        ) : (
          <div class="form-end">
            {id !== undefined && (
              <button class="button danger apart" type="button" onClick={() => setDeleting(true)}>
                {words.askToDelete}
              </button>
            )}
            <button class="button primary" type="submit" disabled={isBusy}>
              {id === undefined ? own.addAction : commonWords.save}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** Fields have their errors beside them; those of the whole have no field. */
function wordsOf(failure: Failure): string {
  const isShown = failure.code === "VALIDATION" && failure.fields["body"] === undefined;
  return isShown ? commonWords.notSaved : explain(failure);
}
