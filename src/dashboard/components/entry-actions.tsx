import type { ComponentChildren } from "preact";

import { entriesWords as words } from "../words/entries.ts";

interface EntryActionsProps {
  /** The name of the entry, for those who do not see it beside the buttons. */
  readonly name: string;
  readonly onOpen: (name: "change" | "delete") => void;
  /** The buttons of its list, before the others. */
  readonly children?: ComponentChildren;
}

/** Shows the buttons that change and delete an entry of a list. */
export function EntryActions({ name, onOpen, children }: EntryActionsProps) {
  return (
    <div class="record-actions">
      {children}
      {(["change", "delete"] as const).map((each) => (
        <button
          key={each}
          class="quiet-button"
          type="button"
          aria-label={words[`${each}Named`](name)}
          onClick={() => onOpen(each)}
        >
          {words[each]}
        </button>
      ))}
    </div>
  );
}
