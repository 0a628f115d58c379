import type { Config } from "../../base/config.ts";

/** The limits of the parts of a stop. Each leaves time for the parts that follow. */
export interface StopTimes {
  /** The listener cuts off requests that are still unfinished after this time. */
  readonly unfinishedRequestsMs: number;
  /** Events that are unshipped after this time stay in the log for the next start. */
  readonly lastShippingMs: number;
  /** The primary kills a worker that takes longer. */
  readonly workerMs: number;
  /** The primary waits no longer for a roll-up under way. */
  readonly rollUpMs: number;
  /** The process ends after this time, whatever is unfinished. */
  readonly allMs: number;
}

/** Returns shares of the time of a stop. A tenth is left: container runtimes kill right after. */
export function stopTimes({ stopSeconds }: Pick<Config, "stopSeconds">): StopTimes {
  return {
    unfinishedRequestsMs: stopSeconds * 500,
    lastShippingMs: stopSeconds * 250,
    workerMs: stopSeconds * 800,
    rollUpMs: stopSeconds * 80,
    allMs: stopSeconds * 900,
  };
}
