/** The parts of a page that scroll sideways. */
const scrolled = ".tabs, .report-tabs, .scroll-x";

/** Scrolls to what the keyboard has moved to. Browsers leave it half visible in a row of tabs. */
export function showFocused({ target }: FocusEvent): void {
  if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
  if (target.parentElement?.closest(scrolled)) {
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
