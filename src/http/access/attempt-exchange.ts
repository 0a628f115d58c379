import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { AttemptRow, AttemptTable, Standing } from "./attempt-table.ts";
import { exchangeLimits as limits } from "./login-limits.ts";

interface Waiting {
  readonly row: AttemptRow;
  readonly resolve: (standing: Standing | undefined) => void;
}

/**
 * Writes the attempts of this Footfall to the table that all Footfalls share, and reads where they
 * stand there.
 *
 * - One exchange with the store runs at a time, and exchanges begin a tenth of a second apart.
 *   Attempts that arrive meanwhile share the next one. So a flood of attempts is a few inserts a
 *   second.
 * - Nobody waits long: an exchange has a time limit. After one that failed, the store is left alone
 *   for some seconds.
 */
export class AttemptExchange {
  readonly #table: AttemptTable;
  readonly #logger: Logger;
  #waiting: Waiting[] = [];
  #isRunning = false;
  #awayUntilMs = 0;
  #forgiven: Promise<ReadonlyMap<string, number>> = Promise.resolve(new Map());
  #forgivenReadMs = Number.NEGATIVE_INFINITY;

  constructor(table: AttemptTable, logger: Logger) {
    this.#table = table;
    this.#logger = logger;
  }

  /**
   * Stores the row. Resolves with its standing, or with undefined if the store does not answer in
   * time, or if too many rows wait.
   */
  add(row: AttemptRow): Promise<Standing | undefined> {
    if (this.#isAway() || this.#waiting.length >= limits.rowsMax) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push({ row, resolve });
      if (!this.#isRunning) void this.#run();
    });
  }

  /**
   * Resolves with the keys that any Footfall has forgiven, each with the number of that insert. The
   * answer holds for a second.
   */
  forgiven(): Promise<ReadonlyMap<string, number>> {
    const nowMs = performance.now();
    if (!this.#isAway() && nowMs - this.#forgivenReadMs >= limits.forgivenEveryMs) {
      this.#forgivenReadMs = nowMs;
      const read = this.#inTime(() => this.#table.forgiven(limits.forgivenKeysMax));
      this.#forgiven = read.then((keys) => keys ?? new Map());
    }
    return this.#forgiven;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const pause = delay(limits.everyMs, undefined, { ref: false });
      const batch = this.#waiting.splice(0);
      const standings = await this.#inTime(() => this.#table.add(batch.map(({ row }) => row)));
      settle(batch, standings ?? new Map());
      if (standings === undefined) {
        for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
      }
      await pause;
    }
    this.#isRunning = false;
  }

  /** Resolves with the answer of the store, or with undefined if it fails or is late. */
  async #inTime<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const end = new AbortController();
    const late = delay(limits.timeoutMs, undefined, { signal: end.signal }).then(() => {
      throw new Error(`the store took longer than ${limits.timeoutMs} ms`);
    });
    const answer = ask();
    // The race leaves one of the two without a listener, which may reject later.
    for (const promise of [late, answer]) promise.catch(() => {});
    try {
      return await Promise.race([answer, late]);
    } catch (error) {
      this.#awayUntilMs = performance.now() + limits.awayMs;
      this.#logger.warn({ err: error }, "this Footfall counts attempts to sign in by itself");
      return undefined;
    } finally {
      end.abort();
    }
  }

  #isAway(): boolean {
    return performance.now() < this.#awayUntilMs;
  }
}

/** Answers each attempt of a batch. Attempts with the same key stand one behind the other. */
function settle(batch: readonly Waiting[], standings: ReadonlyMap<string, Standing>): void {
  const inBatch = new Map<string, number>();
  for (const { row, resolve } of batch) {
    const before = inBatch.get(row.key) ?? 0;
    const standing = standings.get(row.key);
    resolve(standing && { ...standing, earlier: standing.earlier + before });
    inBatch.set(row.key, before + 1);
  }
}
