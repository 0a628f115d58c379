import type { ComponentChildren } from "preact";

import { focusMain } from "../address/address.ts";
import { explainForm, type Failure } from "../api/failure.ts";
import { useSending } from "../api/sending.ts";
import { commonWords as words } from "../words/common.ts";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** Label of the button that does it. */
  readonly action: string;
  /** Label of the button that closes the dialog, if it is another one than "Cancel". */
  readonly cancel?: string;
  /** Returns a failure in words, where it has others than elsewhere. */
  readonly explain?: (failure: Failure) => string | undefined;
  readonly send: () => Promise<unknown>;
  readonly onClose: () => void;
  /** Called once it is done; `onClose` is not. It may move the focus on from the page. */
  readonly onDone: () => void;
  /** The consequences, in words. */
  readonly children: ComponentChildren;
}

/** Asks whether to do something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, send, onClose, onDone, children } = props;
  const { cancel = words.cancel, explain = explainForm } = props;
  const { isBusy, failure, wait } = useSending();
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="form">
        <p>{children}</p>
        <p class="error" role="alert">
          {failure && explain(failure)}
        </p>
        <div class="form-end">
          <button class="button" type="button" onClick={onClose}>
            {cancel}
          </button>
          <button
            class="button danger"
            type="button"
            disabled={isBusy}
            onClick={() =>
              wait(send(), () => {
                // The dialog gives the focus back to its button, which goes.
                focusMain();
                onDone();
              })
            }
          >
            {action}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
