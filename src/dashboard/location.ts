import { useEffect, useState } from "preact/hooks";

/** What of the address decides what is shown. */
export interface Place {
  readonly path: string;
  readonly search: string;
}

const changed = new EventTarget();

function placeOf({ pathname, search }: Location): Place {
  return { path: pathname, search };
}

/** The address of now; asks to be drawn again when it changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(location));
  useEffect(() => {
    const update = () => setPlace(placeOf(location));
    addEventListener("popstate", update);
    changed.addEventListener("change", update);
    return () => {
      removeEventListener("popstate", update);
      changed.removeEventListener("change", update);
    };
  }, []);
  return place;
}

/**
 * Goes to an address of the dashboard without loading the page anew. `replace` stays at the same entry of the history;
 * `opens` says that a dialog is opened, which going back closes.
 */
export function goTo(href: string, how: { replace?: boolean; opens?: boolean } = {}): void {
  const pathBefore = location.pathname;
  if (how.replace) history.replaceState(history.state, "", href);
  else history.pushState(how.opens ? { opens: true } : null, "", href);
  changed.dispatchEvent(new Event("change"));
  if (location.pathname === pathBefore) return;
  // As a page that was loaded anew: from the top, and read from its content on.
  scrollTo(0, 0);
  requestAnimationFrame(() => document.querySelector("main")?.focus({ preventScroll: true }));
}

/** Closes what was opened: back where it was opened from here, to the address without it otherwise. */
export function closeTo(href: string): void {
  const { opens } = (history.state ?? {}) as { opens?: boolean };
  if (opens) history.back();
  else goTo(href, { replace: true });
}
