import { useEffect } from "preact/hooks";
import { guardPage } from "../address/address.ts";
import { commonWords as words } from "../words/common.ts";

/** Asks before somebody leaves the page while `isUnsaved` returns true. */
export function useUnsaved(isUnsaved: () => boolean): void {
  useEffect(() => {
    // Browsers ask with a text of their own.
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    const endGuard = guardPage(() => !isUnsaved() || confirm(words.unsaved));
    return () => {
      removeEventListener("beforeunload", ask);
      endGuard();
    };
  });
}
