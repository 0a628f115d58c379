/** Focuses a control beside an element that goes, such as a row whose button removes it. */
export function focusBeside(element: Element | null): void {
  for (const beside of [element?.nextElementSibling, element?.previousElementSibling]) {
    const control = beside?.matches("button") ? beside : beside?.querySelector("input, select");
    if (control instanceof HTMLElement) {
      control.focus();
      return;
    }
  }
}
