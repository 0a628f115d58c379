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

/** Returns shares of `STOP_SECONDS`. A tenth is left, as a container runtime kills right after. */
export function stopTimes({ STOP_SECONDS }: Pick<Config, "STOP_SECONDS">): StopTimes {
  return {
    unfinishedRequestsMs: STOP_SECONDS * 500,
    lastShippingMs: STOP_SECONDS * 250,
    workerMs: STOP_SECONDS * 800,
    rollUpMs: STOP_SECONDS * 80,
    allMs: STOP_SECONDS * 900,
  };
}
