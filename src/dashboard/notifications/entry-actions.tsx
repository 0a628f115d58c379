import type { ComponentChildren } from "preact";

import { notificationsWords as words } from "../words/notifications.ts";

interface EntryActionsProps {
  /** The name of the alert or webhook, for those who do not see it beside the buttons. */
  readonly name: string;
  readonly onOpen: (name: "change" | "delete") => void;
  /** The button that tests it. */
  readonly children: ComponentChildren;
}

/** Shows the buttons that test, change and delete an alert or a webhook. */
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
