import { useEffect, useRef, useState } from "preact/hooks";

/** A value that is shown, and what it is an answer to. */
interface Shown<T> {
  readonly value: T;
  readonly key: string;
}

/**
 * Returns the value. While the pointer is over the element, it returns the value that was there
 * when the pointer came, so that no row moves away from under it; a new key has its value at once.
 */
export function useSteady<T>(
  value: T,
  key: string,
  element: { readonly current: Element | null },
): T {
  const shown = useRef<Shown<T>>({ value, key });
  const [, redraw] = useState(0);
  const isHeld = shown.current.key === key && isPointedAt(element.current);
  if (!isHeld) shown.current = { value, key };
  const isLate = shown.current.value !== value;
  useEffect(() => {
    const { current } = element;
    if (!isLate || current === null) return;
    const release = () => redraw((count) => count + 1);
    current.addEventListener("pointerleave", release, { once: true });
    return () => current.removeEventListener("pointerleave", release);
  }, [isLate]);
  return shown.current.value;
}

/** A finger that has gone leaves the hover behind, so only mice count. */
function isPointedAt(element: Element | null): boolean {
  return element !== null && matchMedia("(hover: hover)").matches && element.matches(":hover");
}
