import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

/** The interval at which a drain looks how far it is, and tries again what failed. */
const lookEveryMs = 250;

/** The parts of a Footfall that a drain needs, over all its processes. */
export interface Drainable {
  /** Makes every process refuse events, or accept them again. */
  refuseEvents(isRefusing: boolean): Promise<void>;
  /**
   * Resolves when all events and counts of drops that were accepted are in the store. Call it while
   * events are refused.
   */
  emptied(): Promise<void>;
  /** Resolves with the bytes of all logs that the store has not confirmed. Never rejects. */
  unshippedBytes(): Promise<number>;
}

export type DrainProgress =
  | { readonly state: "draining"; readonly bytes: number }
  /** Everything is shipped, and the Footfall is about to end. */
  | { readonly state: "drained" }
  /** Nothing was shipped for so long that the Footfall accepts events again. */
  | { readonly state: "stalled"; readonly bytes: number };

export type DrainListener = (progress: DrainProgress) => void;

export interface DrainOptions {
  readonly drainable: Drainable;
  /** The longest time without progress. */
  readonly stallMs: number;
  readonly logger: Logger;
}

/**
 * Drains this Footfall while somebody listens: it refuses events, and ships what its logs hold.
 *
 * - If everything is shipped, `drained` resolves. Events stay refused, as the Footfall ends then.
 * - If the last listener leaves before, or nothing is shipped for `stallMs`, events are accepted
 *   again. To end then would leave events on a machine that somebody wants to remove.
 */
export class Drain {
  /** Resolves when everything is shipped. */
  readonly drained: Promise<void>;
  readonly #options: DrainOptions;
  readonly #listeners = new Set<DrainListener>();
  #setDrained: () => void = () => {};
  /** The drain under way, which ends when this is aborted; undefined without one. */
  #current: AbortController | undefined;
  #latest: DrainProgress | undefined;

  constructor(options: DrainOptions) {
    this.#options = options;
    this.drained = new Promise((resolve) => {
      this.#setDrained = resolve;
    });
  }

  /** Begins a drain, or joins the one under way. Returns a function that leaves it. */
  join(listener: DrainListener): () => void {
    this.#listeners.add(listener);
    if (this.#current === undefined) void this.#run();
    else if (this.#latest !== undefined) listener(this.#latest);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#giveUp("nobody waits for it any more");
    };
  }

  /** Ends the work on a drain. Events stay refused. */
  stop(): void {
    this.#current?.abort();
  }

  async #run(): Promise<void> {
    const { drainable, logger } = this.#options;
    const current = new AbortController();
    const { signal } = current;
    this.#current = current;
    this.#latest = undefined;
    logger.info("draining: events are refused");
    await drainable.refuseEvents(true);
    void this.#watch(signal);
    await this.#empty(signal);
    if (signal.aborted) return;
    // Nobody gives up a drain that has succeeded.
    current.abort();
    logger.info("drained");
    this.#tell({ state: "drained" });
    this.#setDrained();
  }

  /** Resolves when all is in the store. Tries again after a failure, until the signal. */
  async #empty(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        return await this.#options.drainable.emptied();
      } catch (error) {
        this.#options.logger.warn({ err: error }, "the drain tries again");
      }
      await delay(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Tells the listeners how far the drain is, and gives it up when it stalls, until the signal. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { drainable, stallMs } = this.#options;
    let lastBytes = Number.POSITIVE_INFINITY;
    let progressMs = performance.now();
    for (;;) {
      const bytes = await drainable.unshippedBytes();
      if (signal.aborted) return;
      if (bytes < lastBytes) progressMs = performance.now();
      lastBytes = bytes;
      if (performance.now() - progressMs > stallMs) {
        this.#tell({ state: "stalled", bytes });
        return this.#giveUp("nothing could be shipped");
      }
      this.#tell({ state: "draining", bytes });
      await delay(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  #giveUp(reason: string): void {
    const { drainable, logger } = this.#options;
    if (this.#current === undefined || this.#current.signal.aborted) return;
    this.#current.abort();
    this.#current = undefined;
    this.#listeners.clear();
    logger.warn({ reason }, "the drain is given up: events are accepted again");
    void drainable.refuseEvents(false);
  }

  #tell(progress: DrainProgress): void {
    this.#latest = progress;
    for (const listener of this.#listeners) listener(progress);
  }
}
