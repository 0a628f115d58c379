/** Focuses the first control of an element that replaces the button with the focus; for `ref`. */
export function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>("input, button")?.focus();
}
