import { useSite } from "../site/site.ts";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/** Listens to the keyboard shortcuts, and lists them when they are asked for. */
export function ShortcutKeys() {
  const { open } = useSite().query;
  useShortcuts();
  return open === "shortcuts" ? <ShortcutsDialog /> : null;
}
