import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

import { focusMain } from "../address/address.ts";
import { commonWords as words } from "../words/common.ts";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/**
 * Shows a modal dialog. The browser keeps the focus inside and closes it on Escape. After that, the
 * element that opened it has the focus again.
 */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A press that begins in a field, as to mark its text, may end beside the dialog.
  const isPressed = useRef(false);
  // A passive effect would end after the next paint, and nothing would have the focus until then.
  useLayoutEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    dialog?.showModal();
    // In a form, the first field gets the focus.
    dialog?.querySelector<HTMLElement>("form input, form select")?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) {
        opener.focus({ preventScroll: true });
      } else focusMain();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape also closes it
    <dialog
      ref={element}
      class={isWide ? "dialog wide" : "dialog"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        isPressed.current = event.target === element.current;
      }}
      onClick={(event) => {
        if (isPressed.current && event.target === element.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button class="icon-button" type="button" aria-label={words.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
