import type { ComponentChildren } from "preact";

import { focusMain } from "../address/address.ts";
import { explainForm } from "../api/failure.ts";
import { useSending } from "../api/sending.ts";
import { commonWords as words } from "../words/common.ts";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** Label of the button that does it. */
  readonly action: string;
  readonly send: () => Promise<unknown>;
  readonly onClose: () => void;
  /** Called once it is done; `onClose` is not. */
  readonly onDone: () => void;
  /** The consequences, in words. */
  readonly children: ComponentChildren;
}

/** Asks whether to do something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, send, onClose, onDone, children } = props;
  const { isBusy, failure, wait } = useSending();
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="form">
        <p>{children}</p>
        <p class="error" role="alert">
          {explainForm(failure)}
        </p>
        <div class="form-end">
          <button class="button" type="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button
            class="button danger"
            type="button"
            disabled={isBusy}
            onClick={() =>
              wait(send(), () => {
                onDone();
                // The dialog gives the focus back to its button, which goes.
                focusMain();
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
