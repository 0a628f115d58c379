/**
 * Returns a signal that aborts at SIGINT or SIGTERM, and when a run takes longer than `wholeRunMs`.
 * Its reason is an error whose message names the cause.
 */
export function interruption(wholeRunMs?: number): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => interrupted.abort(new Error(`interrupted by ${signal}`)));
  }
  if (wholeRunMs !== undefined) {
    const stuck = new Error("stuck: it did not end in time");
    setTimeout(() => interrupted.abort(stuck), wholeRunMs).unref();
  }
  return interrupted.signal;
}
