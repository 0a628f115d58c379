export const isApple = /Mac|iP/.test(navigator.platform);

/** Returns whether a press of keys opens the palette, or closes it. */
export function isPalettePress(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing } = event;
  const hasModifier = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return hasModifier && !shiftKey && !altKey && !isComposing && key.toLowerCase() === "k";
}

const opening = new EventTarget();

/** Opens the palette of the page. */
export function openPalette(): void {
  opening.dispatchEvent(new Event("open"));
}

/** Has `listener` called when a button opens the palette. Returns how to end that. */
export function onPaletteOpened(listener: () => void): () => void {
  opening.addEventListener("open", listener);
  return () => opening.removeEventListener("open", listener);
}
