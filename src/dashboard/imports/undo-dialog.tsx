import { useState } from "preact/hooks";

import type { ImportRecord } from "../../model/import.ts";
import { refreshAnswers } from "../api/answer.ts";
import { Failure, toFailure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { importsWords as words } from "../words/imports.ts";
import { explainImport, undoTexts } from "./texts.ts";

interface UndoDialogProps {
  readonly path: string;
  readonly record: ImportRecord;
  readonly onClose: () => void;
  readonly onUndone: () => void;
}

/** Asks whether to undo an import, and says what it removes. */
export function UndoDialog({ path, record, onClose, onUndone }: UndoDialogProps) {
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const { title, text, button } = undoTexts(record);
  const undo = () => {
    setState("busy");
    sendJson("DELETE", path).then(
      () => {
        refreshAnswers();
        onUndone();
      },
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="form">
        <p>{text}</p>
        <p class="error" role="alert">
          {state instanceof Failure && explainImport(state)}
        </p>
        <div class="form-end">
          <button class="button" type="button" onClick={onClose}>
            {words.undo.keep}
          </button>
          <button class="button danger" type="button" disabled={state === "busy"} onClick={undo}>
            {button}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
