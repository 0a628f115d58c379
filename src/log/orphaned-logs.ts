import { listLogs, type ShippingOptions, shipperOptions } from "./log-directory.ts";
import { LoggedRetries } from "./logged-retries.ts";
import { Shipper } from "./shipper.ts";
import {
  addBacklogs,
  type Backlog,
  type ShippingCounts,
  type ShippingSource,
  sumOfCounts,
} from "./shipping-source.ts";

interface OrphanedLog {
  readonly shipper: Shipper;
  readonly bytes: number;
}

/**
 * Ships orphaned logs: those of earlier runs, and of workers that died.
 *
 * It ships one after the other, beside the logs that are still written. After a hundred kills while
 * the store was unavailable, the process must not hold a hundred batches in memory.
 */
export class OrphanedLogs implements ShippingSource {
  readonly #options: ShippingOptions;
  readonly #retries: LoggedRetries;
  readonly #queue: OrphanedLog[] = [];
  #current: OrphanedLog | undefined;
  #bytes = 0;
  /** The counts of logs that are shipped to their end. */
  #shippedCounts = sumOfCounts([]);
  #listener: () => void = () => {};
  #shipping: Promise<void> = Promise.resolve();

  private constructor(options: ShippingOptions) {
    this.#options = options;
    this.#retries = new LoggedRetries(options.logger);
  }

  /** Begins to ship all logs in the directory. No process may be writing to any of them. */
  static async open(options: ShippingOptions): Promise<OrphanedLogs> {
    const logs = new OrphanedLogs(options);
    const ids = await listLogs(options);
    if (ids.length > 0) {
      options.logger.info({ logs: ids.length }, "shipping the logs of earlier runs");
    }
    for (const id of ids) await logs.#add(id);
    return logs;
  }

  /** Bytes of the logs on the disk. All bytes of a log count until it is shipped to its end. */
  get bytes(): number {
    return this.#bytes;
  }

  get counts(): ShippingCounts {
    return sumOfCounts([this.#shippedCounts, ...this.#waiting().map(({ counts }) => counts)]);
  }

  async backlog(): Promise<Backlog> {
    return addBacklogs(await Promise.all(this.#waiting().map((shipper) => shipper.backlog())));
  }

  /** Calls `listener` each time `bytes` has changed. */
  onBytes(listener: () => void): void {
    this.#listener = listener;
  }

  /** Takes on the log of a process that is gone, if it made one. */
  async add(logId: string): Promise<void> {
    if ((await listLogs(this.#options)).includes(logId)) await this.#add(logId);
  }

  /** Resolves when all orphaned logs are in the store, also those that are added meanwhile. */
  async shipped(): Promise<void> {
    for (let latest: Promise<void> | undefined; latest !== this.#shipping; ) {
      latest = this.#shipping;
      await latest;
    }
  }

  /** Ends the shipping at once. Logs that are not shipped to their end stay for the next start. */
  async stop(): Promise<void> {
    this.#retries.stop();
    this.#current?.shipper.stop();
    await this.#shipping;
  }

  async #add(logId: string): Promise<void> {
    const shipper = new Shipper(shipperOptions(this.#options, logId));
    const { bytes } = await shipper.backlog();
    this.#queue.push({ shipper, bytes });
    this.#addBytes(bytes);
    if (this.#queue.length === 1 && this.#current === undefined) this.#shipping = this.#run();
  }

  /** Ships the queue until it is empty. A log that fails goes to the end of the queue. */
  async #run(): Promise<void> {
    while (!this.#retries.isStopped) {
      this.#current = this.#queue.shift();
      if (this.#current === undefined) return;
      const { shipper, bytes } = this.#current;
      if (await this.#retries.logged(() => shipper.run())) {
        this.#current = undefined;
        this.#shippedCounts = sumOfCounts([this.#shippedCounts, shipper.counts]);
        this.#addBytes(-bytes);
        continue;
      }
      this.#queue.push(this.#current);
      if (!(await this.#retries.pause())) return;
    }
  }

  #waiting(): Shipper[] {
    // A log that failed is both the current one and the last of the queue.
    const logs = new Set([...(this.#current ? [this.#current] : []), ...this.#queue]);
    return [...logs].map(({ shipper }) => shipper);
  }

  #addBytes(bytes: number): void {
    this.#bytes += bytes;
    this.#listener();
  }
}
