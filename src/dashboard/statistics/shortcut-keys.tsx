import { useEffect } from "preact/hooks";

import { goTo } from "../address/address.ts";
import { useSite } from "../site/site.ts";
import { areShortcutsOn, shortcutOf } from "./shortcuts.ts";

import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

/** Frames in which a dialog must have appeared to get the focus for its search. */
const framesMax = 120;

/** Listens to the keyboard shortcuts, and lists them when they are asked for. */
export function ShortcutKeys() {
  const { open } = useSite().query;
  useShortcuts();
  return open === "shortcuts" ? <ShortcutsDialog /> : null;
}

/** Listens to the shortcuts of the statistics. With an open dialog only its search has a key. */
function useShortcuts(): void {
  const site = useSite();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !areShortcutsOn()) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      const shortcut = shortcutOf({
        key,
        ctrlKey,
        metaKey,
        altKey,
        isTyping: isField(event.target),
      });
      if (shortcut === undefined) return;
      const isSearch = shortcut.key === "/";
      const hasDialog = document.querySelector("dialog[open]") !== null;
      if (hasDialog && !isSearch) return;
      const change = hasDialog ? undefined : shortcut.change(site);
      event.preventDefault();
      if (change !== undefined) {
        goTo(site.hrefWith(change), { opens: shortcut.opens === true });
      }
      if (isSearch) focusSearch(framesMax);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [site]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea") !== null;
}

/** Focuses the search of the dialog as soon as there is one. */
function focusSearch(framesLeft: number): void {
  const field = document.querySelector<HTMLElement>("dialog[open] input[type=search]");
  if (field !== null) field.focus();
  else if (framesLeft > 0) requestAnimationFrame(() => focusSearch(framesLeft - 1));
}
