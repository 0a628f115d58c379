/**
 * The time between the starts of two batches. Each part costs ClickHouse an insert and a share of
 * merges, whatever its size. So with more traffic parts grow larger, not more numerous. The
 * interval shrinks, down to `min`, for a batch so slow that its events would miss the promised
 * second.
 */
const batchIntervalMs = { min: 250, max: 500 };
/** The time to meet from the start of one batch to the end of the next. */
const visibleWithinMs = 750;

/** Returns how many milliseconds to wait after a batch that took `tookMs`; none if negative. */
export function pauseAfter(tookMs: number): number {
  const { min, max } = batchIntervalMs;
  return Math.max(min, Math.min(max, visibleWithinMs - tookMs)) - tookMs;
}
