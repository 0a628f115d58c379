import { useEffect, useState } from "preact/hooks";

import { pagePath, withBasePath } from "./server-address.ts";

/** The parts of the browser's address that decide what the page shows, without the base path. */
export interface Address {
  readonly path: string;
  readonly search: string;
}

const changed = new EventTarget();

/** The parts of the page that may ask somebody who would lose something, whether to leave. */
const guards = new Set<() => boolean>();
const mayLeave = () => [...guards].every((ask) => ask());
let hrefHere = location.href;
addEventListener("popstate", () => {
  // The browser has gone back already, so the page comes back in front of that.
  if (isOtherPage(location.href) && !mayLeave()) history.pushState(null, "", hrefHere);
  hrefHere = location.href;
});

/** Has each step to another page ask first. Returns how to end that. */
export function guardPage(ask: () => boolean): () => void {
  guards.add(ask);
  return () => void guards.delete(ask);
}

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
  const href = withBasePath(path);
  const isOther = isOtherPage(href);
  if (isOther && !mayLeave()) return;
  if (options.replace) history.replaceState(history.state, "", href);
  else history.pushState(options.opens ? { opens: true } : null, "", href);
  hrefHere = location.href;
  changed.dispatchEvent(new Event("change"));
  if (!isOther) return;
  // Behave like a page load: scroll to the top and move the focus to the content.
  scrollTo(0, 0);
  focusMain();
}

/** Returns whether an address is of another page than the one that is shown. */
function isOtherPage(href: string): boolean {
  return pageOf(href) !== pageOf(hrefHere);
}

/** Returns what tells pages apart. Each view of a website is a page. */
function pageOf(href: string): string {
  const { pathname, searchParams } = new URL(href, location.href);
  return `${pathname} ${searchParams.get("view")}`;
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
