/** Scrolls a row of links or tabs to the current one, of which a narrow window may show nothing. */
export function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector("[aria-current], [aria-selected=true]");
  if (!list || !current) return;
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  list.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
