import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { BatchStore } from "./batch.ts";
import { EventLog } from "./event-log.ts";
import type { FileSystem } from "./file-system.ts";
import { SetAside } from "./set-aside.ts";
import { Shipper } from "./shipper.ts";

const restartPauseMs = 1_000;
/** Left to the disk, so that a full log does not fill it. */
const freeBytesMin = 256 * 1024 ** 2;

export interface ShippingOptions {
  readonly fs: FileSystem;
  /** `DATA_DIR`; logs are kept in `log/`, what is set aside in `rejected/`. */
  readonly directory: string;
  readonly bytesMax: number;
  readonly store: BatchStore;
  readonly log: Logger;
}

/** Names of logs; anything else in their directory is not ours. */
const logIdPattern = /^[0-9a-f]{16}$/;

/**
 * This process's event log, and the shipping of it and of the logs that earlier processes left behind.
 *
 * Those are shipped one after the other, beside the live one: a process that was killed a hundred times
 * while the store was away must not hold a hundred batches in memory.
 */
export class Shipping {
  readonly eventLog: EventLog;
  readonly #live: Shipper;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  readonly #liveRunning: Promise<void>;
  readonly #leftOverRunning: Promise<void>;
  #current: Shipper | undefined;

  private constructor(
    eventLog: EventLog,
    live: Shipper,
    leftOver: readonly Shipper[],
    log: Logger,
  ) {
    this.eventLog = eventLog;
    this.#log = log;
    this.#live = live;
    this.#liveRunning = this.#runLive();
    this.#leftOverRunning = this.#runLeftOver(leftOver);
  }

  static async open({ fs, directory, bytesMax, store, log }: ShippingOptions): Promise<Shipping> {
    const root = join(directory, "log");
    await fs.makeDirectory(root);
    const leftOver = (await fs.list(root)).filter((name) => logIdPattern.test(name));
    const logId = randomBytes(8).toString("hex");
    const own = join(root, logId);
    await fs.makeDirectory(own);
    await fs.syncDirectory(root);
    await fs.syncDirectory(directory);
    const free = (await fs.freeBytes(own)) - freeBytesMin;
    const eventLog = new EventLog({
      fs,
      directory: own,
      bytesMax: Math.max(0, Math.min(bytesMax, free)),
    });
    const setAside = new SetAside(fs, join(directory, "rejected"), log);
    const parts = { fs, store, setAside, log };
    const live = new Shipper({ ...parts, directory: own, logId, live: eventLog });
    const others = leftOver.map(
      (id) => new Shipper({ ...parts, directory: join(root, id), logId: id }),
    );
    if (others.length > 0) {
      log.info({ logs: others.length }, "shipping what earlier runs left behind");
    }
    return new Shipping(eventLog, live, others, log);
  }

  /** Resolves when everything that is acknowledged now, by this run or an earlier one, is in the store. */
  async shipped(): Promise<void> {
    await Promise.all([this.#live.shipped(), this.#leftOverRunning]);
  }

  /** Closes the log, and ships what it can within `timeoutMs`; the rest stays for the next start. */
  async stop(timeoutMs: number): Promise<void> {
    await this.#logged(() => this.eventLog.close());
    const patience = new AbortController();
    await Promise.race([
      this.shipped(),
      delay(timeoutMs, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
    this.#stopping.abort();
    this.#live.stop();
    this.#current?.stop();
    await Promise.all([this.#liveRunning, this.#leftOverRunning]);
    await this.#logged(() => this.#live.removeIfShipped());
  }

  async #runLive(): Promise<void> {
    while (!(await this.#logged(() => this.#live.run()))) {
      if (!(await this.#restartPause())) return;
    }
  }

  /** A log that fails goes to the end of the line. */
  async #runLeftOver(shippers: readonly Shipper[]): Promise<void> {
    const line = [...shippers];
    for (;;) {
      const shipper = line.shift();
      if (shipper === undefined || this.#stopping.signal.aborted) return;
      this.#current = shipper;
      if (await this.#logged(() => shipper.run())) continue;
      line.push(shipper);
      if (!(await this.#restartPause())) return;
    }
  }

  /** Whether the task ended without an error. */
  async #logged(task: () => Promise<void>): Promise<boolean> {
    try {
      await task();
      return true;
    } catch (error) {
      this.#log.error({ err: error }, "the work on an event log failed");
      return false;
    }
  }

  /** Whether to go on afterwards. */
  async #restartPause(): Promise<boolean> {
    await delay(restartPauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    return !this.#stopping.signal.aborted;
  }
}
