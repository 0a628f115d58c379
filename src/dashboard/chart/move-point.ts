/**
 * Returns the index of the point that a key moves to: the next one from `index`, or undefined to
 * leave the points. Returns null for keys that move nowhere.
 */
export function movePoint(
  key: string,
  index: number | undefined,
  last: number,
): number | undefined | null {
  if (key === "ArrowRight") return Math.min((index ?? -1) + 1, last);
  if (key === "ArrowLeft") return Math.max((index ?? last + 1) - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return last;
  return key === "Escape" ? undefined : null;
}
