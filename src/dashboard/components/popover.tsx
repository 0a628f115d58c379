import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

interface PopoverProps {
  readonly label: ComponentChildren;
  readonly title: string;
  /** The look of the button and of the panel. */
  readonly kind?: "menu" | "help";
  readonly children: (close: () => void) => ComponentChildren;
}

/**
 * Shows a button that opens a panel. Escape, a click outside or moving the focus outside closes it.
 */
export function Popover({ label, title, kind = "menu", children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Not after it is drawn: Escape closes a panel that has just been opened.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class={`popover ${kind}`} ref={root}>
      <button
        ref={button}
        class={kind === "help" ? "help-button" : "button"}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      <section class="popover-panel" id={id} aria-label={title} hidden={!isOpen}>
        {isOpen && children(close)}
      </section>
    </div>
  );
}
