/** Returns the page that the address names, 1 if it names none. */
export function readPage(search: string): number {
  const page = Number(new URLSearchParams(search).get("page") ?? 1);
  return Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}
