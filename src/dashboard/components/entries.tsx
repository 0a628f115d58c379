import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

import type { Answer } from "../api/answer.ts";
import { sendJson } from "../api/request.ts";
import { commonWords } from "../words/common.ts";
import { entriesWords as words } from "../words/entries.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import { Notice } from "./notice.tsx";

/** The dialogs of a record that is in the list. */
export type EntryDialog = "change" | "delete";

/** The ends of a dialog: without anything, and with what it was for. */
export interface DialogEnds {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export interface EntriesProps<Item> {
  readonly title: string;
  /** A sentence below the title. */
  readonly hint?: string;
  /** Whether the list is all of its page. */
  readonly isPage?: boolean;
  /** Label of the button that makes a record; without it there is no button. */
  readonly add?: string | undefined;
  /** The address that opens the dialog of a new record, if it has one, and whether it is open. */
  readonly adding?: { readonly href: string; readonly isOpen: boolean };
  /** The API path of the list. */
  readonly path: string;
  readonly answer: Pick<Answer<readonly Item[]>, "data" | "failure" | "retry">;
  /** Text of an empty list. */
  readonly empty?: string;
  readonly nameOf: (item: Item) => string;
  /** Returns the consequences of deleting a record, in words. */
  readonly deleteHint: (item: Item) => string;
  /** Renders a record. */
  readonly entry: (item: Item, onOpen: (dialog: EntryDialog) => void) => ComponentChildren;
  /** Renders the dialog that changes a record, or makes one. */
  readonly dialog: (item: Item | undefined, ends: DialogEnds) => ComponentChildren;
  /** A sentence about a record that was made. With it, a change has a sentence, too. */
  readonly added?: string;
  /** Stands below the list. */
  readonly children?: ComponentChildren;
}

type Open<Item> = { readonly name: "make" } | { readonly name: EntryDialog; readonly item: Item };

/** Lists records, with the dialogs that make, change and delete one. */
export function Entries<Item extends { readonly id: number }>(props: EntriesProps<Item>) {
  const { title, hint, isPage = false, path, answer, empty, nameOf, entry, added } = props;
  const { data, failure, retry } = answer;
  const [open, setOpen] = useState<Open<Item>>();
  const [done, setDone] = useState("");
  const titleId = useId();
  const close = (text: string) => {
    setOpen(undefined);
    setDone(text);
  };
  const onClose = () => close("");
  const button = props.add && <AddButton {...props} onAdd={() => setOpen({ name: "make" })} />;
  const changed = open?.name === "change" ? open.item : undefined;
  const isMaking = open?.name === "make" || props.adding?.isOpen;
  const onDone = () => close(added === undefined ? "" : changed ? commonWords.saved : added);
  const section = (
    <section class="surface form brief" aria-labelledby={titleId}>
      {!isPage && (
        <div class="section-head">
          <h2 id={titleId}>{title}</h2>
          {button}
        </div>
      )}
      {hint && <p class="hint">{hint}</p>}
      <p class={done === "" ? "hidden" : ""} role="status">
        {done}
      </p>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {data?.length === 0 && empty && <p class="empty">{empty}</p>}
      <ul class="entries" aria-busy={!data && !failure}>
        {data?.map((item) => (
          <li key={item.id}>{entry(item, (name) => setOpen({ name, item }))}</li>
        ))}
      </ul>
      {props.children}
      {(changed || isMaking) && props.dialog(changed, { onClose, onDone })}
      {open?.name === "delete" && (
        <ConfirmDialog
          title={words.deleteTitle(nameOf(open.item))}
          action={words.delete}
          send={() => sendJson("DELETE", `${path}/${open.item.id}`)}
          onClose={onClose}
          onDone={onClose}
        >
          {props.deleteHint(open.item)}
        </ConfirmDialog>
      )}
    </section>
  );
  if (!isPage) return section;
  return (
    <div class="settings">
      <div class="bar-row">
        <h1 id={titleId}>{title}</h1>
        {button}
      </div>
      {section}
    </div>
  );
}

interface AddButtonProps extends Pick<EntriesProps<unknown>, "add" | "adding" | "isPage"> {
  readonly onAdd: () => void;
}

function AddButton({ add, adding, isPage, onAdd }: AddButtonProps) {
  const label = (
    <>
      <Icon name="plus" />
      {add}
    </>
  );
  if (adding !== undefined) {
    return (
      <Link class="button" href={adding.href} opens>
        {label}
      </Link>
    );
  }
  return (
    <button class={isPage ? "button primary" : "button"} type="button" onClick={onAdd}>
      {label}
    </button>
  );
}
