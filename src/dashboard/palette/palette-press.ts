export const isApple = /Mac|iP/.test(navigator.platform);

/** Returns whether a press of keys opens the palette, or closes it. */
export function isPalettePress(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing } = event;
  const hasModifier = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return hasModifier && !shiftKey && !altKey && !isComposing && key.toLowerCase() === "k";
}
