import type { ComponentChildren } from "preact";

import { entriesWords as words } from "../words/entries.ts";
import type { EntryDialog } from "./entries.tsx";

interface EntryActionsProps {
  /** Whether what a button began still runs. */
  readonly isBusy?: boolean;
  /** The name of the entry, for those who do not see it beside the buttons. */
  readonly name: string;
  readonly onOpen: (dialog: EntryDialog) => void;
  /** The buttons of its list, before the others. */
  readonly children?: ComponentChildren;
}

/** Shows the buttons that change and delete an entry of a list. */
export function EntryActions({ name, isBusy, onOpen, children }: EntryActionsProps) {
  return (
    <div class="record-actions">
      {children}
      {(["change", "delete"] as const).map((each) => (
        <button
          key={each}
          class="quiet-button"
          type="button"
          aria-label={words[`${each}Named`](name)}
          disabled={isBusy}
          onClick={() => onOpen(each)}
        >
          {words[each]}
        </button>
      ))}
    </div>
  );
}
