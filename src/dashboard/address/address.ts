import { useEffect, useState } from "preact/hooks";

import { pagePath, withBasePath } from "./server-address.ts";

/** The parts of the browser's address that decide what the page shows, without the base path. */
export interface Address {
  readonly path: string;
  readonly search: string;
}

const changed = new EventTarget();

function currentAddress(): Address {
  return { path: pagePath() ?? location.pathname, search: location.search };
}

/** Returns the current address, and renders the component again when it changes. */
export function useAddress(): Address {
  const [address, setAddress] = useState(currentAddress);
  useEffect(() => {
    const update = () => setAddress(currentAddress());
    addEventListener("popstate", update);
    changed.addEventListener("change", update);
    return () => {
      removeEventListener("popstate", update);
      changed.removeEventListener("change", update);
    };
  }, []);
  return address;
}

/**
 * Goes to an address of the dashboard without reloading the page.
 *
 * - `replace` replaces the current entry of the browser's history.
 * - `opens` marks the new entry as an open dialog, which going back closes.
 */
export function goTo(path: string, options: { replace?: boolean; opens?: boolean } = {}): void {
  const pageBefore = currentPage();
  const href = withBasePath(path);
  if (options.replace) history.replaceState(history.state, "", href);
  else history.pushState(options.opens ? { opens: true } : null, "", href);
  changed.dispatchEvent(new Event("change"));
  if (currentPage() === pageBefore) return;
  // Behave like a page load: scroll to the top and move the focus to the content.
  scrollTo(0, 0);
  focusMain();
}

/** Returns what tells pages apart. Each view of a website is a page. */
function currentPage(): string {
  return `${location.pathname} ${new URLSearchParams(location.search).get("view")}`;
}

/** Moves the focus to the content, as is necessary when what has it goes. */
export function focusMain(): void {
  requestAnimationFrame(() => document.querySelector("main")?.focus({ preventScroll: true }));
}

/** Closes a dialog. Goes back if the dashboard opened it, and to the given address otherwise. */
export function closeTo(href: string): void {
  const { opens } = (history.state ?? {}) as { opens?: boolean };
  if (opens) history.back();
  else goTo(href, { replace: true });
}
