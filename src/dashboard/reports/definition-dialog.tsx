import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { nameCharactersMax } from "../../model/limits.ts";

import { closeTo, goTo } from "../address/address.ts";
import { refreshAnswers } from "../api/answer.ts";
import { explain, Failure, type FieldErrors, toFailure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
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
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const [isDeleting, setDeleting] = useState(false);
  const failure = state instanceof Failure ? state : undefined;
  const errors = failure?.fields ?? {};
  const send = (
    method: "POST" | "PATCH" | "DELETE",
    leave: (id: number | undefined) => void,
    content?: object,
  ) => {
    setState("busy");
    const path = id === undefined ? listPath : `${listPath}/${id}`;
    sendJson<{ data: { id: number } }>(method, path, content).then(
      (answer) => {
        refreshAnswers();
        leave(answer?.data.id);
      },
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  const close = () => closeTo(closeHref);
  const show = (added: number | undefined) => {
    if (addedHref === undefined || added === undefined) close();
    else goTo(addedHref(added), { replace: true });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const content = { name: name.trim(), ...body() };
    if (id !== undefined) send("PATCH", close, content);
    else send("POST", show, content);
  };
  return (
    <Dialog title={id === undefined ? own.add : own.edit} onClose={close} isWide={isWide ?? false}>
      <form class="form definition-form" onSubmit={submit}>
        <Field label={words.name} errors={errors["name"]}>
          {(control) => (
            <input
              {...control}
              class="input"
              value={name}
              required
              maxLength={nameCharactersMax}
              autoComplete="off"
              onInput={(event) => onName(event.currentTarget.value)}
            />
          )}
        </Field>
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
            <button
              class="button danger"
              type="button"
              disabled={state === "busy"}
              onClick={() => send("DELETE", () => goTo(deletedHref, { replace: true }))}
            >
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
            <button class="button primary" type="submit" disabled={state === "busy"}>
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
