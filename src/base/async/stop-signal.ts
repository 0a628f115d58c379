import { StartRefused } from "../errors.ts";

/**
 * Resolves with the first signal that asks the program to end. The same signal a second time ends
 * the program at once.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, resolve);
  });
}

/** Returns a signal that is aborted when the program is asked to end. Its reason is one line. */
export function abortOnStop(): AbortSignal {
  const stopping = new AbortController();
  void stopSignal().then((name) => stopping.abort(new StartRefused(`stopped by ${name}`)));
  return stopping.signal;
}
