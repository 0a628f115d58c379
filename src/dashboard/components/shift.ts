/** How a number has changed since the earlier period. */
export interface Shift {
  /** The change: 0.25 is a quarter more. Null if it is unknown. */
  readonly change: number | null;
  /** The difference of two shares, in place of the change: 0.01 is a point. */
  readonly points?: number | undefined;
  /** Whether less is better, as with the bounce rate. */
  readonly isReversed?: boolean;
  /** Whether the two numbers are shown as the same text, so that a change would be a riddle. */
  readonly isSame?: boolean;
}

/** Returns the difference of two shares; undefined if one of them is unknown. */
export function pointsBetween(
  now: number | null | undefined,
  before: number | null | undefined,
): number | undefined {
  return typeof now === "number" && typeof before === "number" ? now - before : undefined;
}
