import { useEffect, useState } from "preact/hooks";

import { lazy } from "../components/lazy.tsx";
import { isPalettePress, onPaletteOpened } from "./palette-press.ts";

const PaletteView = lazy(
  () => import("./palette-view.tsx"),
  (module) => module.PaletteView,
);

/** Opens the command palette on ⌘K, or Ctrl K elsewhere than on Apple's systems. */
export function PaletteKey() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPalettePress(event) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", press);
    const forget = onPaletteOpened(() => setOpen(true));
    return () => {
      document.removeEventListener("keydown", press);
      forget();
    };
  }, []);
  return isOpen ? <PaletteView onClose={() => setOpen(false)} /> : null;
}
