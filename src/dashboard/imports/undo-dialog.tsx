import type { ImportRecord } from "../../model/import.ts";
import { sendJson } from "../api/request.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
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
  const { title, text, button } = undoTexts(record);
  return (
    <ConfirmDialog
      title={title}
      action={button}
      cancel={words.undo.keep}
      explain={explainImport}
      send={() => sendJson("DELETE", path)}
      onClose={onClose}
      onDone={onUndone}
    >
      {text}
    </ConfirmDialog>
  );
}
