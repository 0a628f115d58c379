import { useEffect } from "preact/hooks";
import type { PageMeta } from "../../model/page.ts";
import { goTo } from "../address/address.ts";

/** Returns the page that the address names, 1 if it names none. */
export function readPage(search: string): number {
  const page = Number(new URLSearchParams(search).get("page") ?? 1);
  return Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}

/** Goes to the last page of a list that has become shorter than the shown page. */
export function useLastPage(path: string, meta: PageMeta | undefined): void {
  const last = meta && meta.current_page > meta.last_page ? meta.last_page : undefined;
  useEffect(() => {
    if (last !== undefined) goTo(`${path}?page=${last}`, { replace: true });
  }, [path, last]);
}
