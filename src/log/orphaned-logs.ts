import { listLogs, type ShippingOptions, shipperOptions } from "./log-directory.ts";
import { LoggedRetries } from "./logged-retries.ts";
import { Shipper } from "./shipper.ts";
import {
  type Backlog,
  type ShippingCounts,
  type ShippingSource,
  sumOfBacklogs,
  sumOfCounts,
} from "./shipping-source.ts";

interface OrphanedLog {
  readonly shipper: Shipper;
  readonly bytes: number;
}

/**
 * The shipping of logs whose writers are gone: those of earlier runs, and of workers that died.
 *
 * They are shipped one after the other, beside the live ones: a process that was killed a hundred times
 * while the store was away must not hold a hundred batches in memory.
 */
export class OrphanedLogs implements ShippingSource {
  readonly #options: ShippingOptions;
  readonly #retries: LoggedRetries;
  readonly #line: OrphanedLog[] = [];
  #current: OrphanedLog | undefined;
  #bytes = 0;
  /** Of logs that are shipped. */
  #shippedCounts = sumOfCounts([]);
  #listener: () => void = () => {};
  #running: Promise<void> = Promise.resolve();

  private constructor(options: ShippingOptions) {
    this.#options = options;
    this.#retries = new LoggedRetries(options.logger);
  }

  /** Begins with all logs that are there; no process may be writing any. */
  static async open(options: ShippingOptions): Promise<OrphanedLogs> {
    const logs = new OrphanedLogs(options);
    const ids = await listLogs(options);
    if (ids.length > 0) {
      options.logger.info({ logs: ids.length }, "shipping what earlier runs left behind");
    }
    for (const id of ids) await logs.#add(id);
    return logs;
  }

  /** What they take on the disk; each counts until all of it is shipped. */
  get bytes(): number {
    return this.#bytes;
  }

  get counts(): ShippingCounts {
    return sumOfCounts([this.#shippedCounts, ...this.#waiting().map(({ counts }) => counts)]);
  }

  backlog(): Promise<Backlog> {
    return sumOfBacklogs(this.#waiting());
  }

  /** `listener` is called each time `bytes` has changed. */
  onBytes(listener: () => void): void {
    this.#listener = listener;
  }

  /** Takes on the log of a process that is gone, if it made one. */
  async add(logId: string): Promise<void> {
    if ((await listLogs(this.#options)).includes(logId)) await this.#add(logId);
  }

  /** Resolves when all of them are in the store, those that are added meanwhile included. */
  async shipped(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#running; ) {
      seen = this.#running;
      await seen;
    }
  }

  /** What is not shipped stays for the next start. */
  async stop(): Promise<void> {
    this.#retries.stop();
    this.#current?.shipper.stop();
    await this.#running;
  }

  async #add(logId: string): Promise<void> {
    const shipper = new Shipper(shipperOptions(this.#options, logId));
    const { bytes } = await shipper.backlog();
    this.#line.push({ shipper, bytes });
    this.#addBytes(bytes);
    if (this.#line.length === 1 && this.#current === undefined) this.#running = this.#run();
  }

  /** A log that fails goes to the end of the line. */
  async #run(): Promise<void> {
    while (!this.#retries.isStopped) {
      this.#current = this.#line.shift();
      if (this.#current === undefined) return;
      const { shipper, bytes } = this.#current;
      if (await this.#retries.logged(() => shipper.run())) {
        this.#current = undefined;
        this.#shippedCounts = sumOfCounts([this.#shippedCounts, shipper.counts]);
        this.#addBytes(-bytes);
        continue;
      }
      this.#line.push(this.#current);
      if (!(await this.#retries.pause())) return;
    }
  }

  #waiting(): Shipper[] {
    // One that failed is both the current one and the last in line.
    const logs = new Set([...(this.#current ? [this.#current] : []), ...this.#line]);
    return [...logs].map(({ shipper }) => shipper);
  }

  #addBytes(bytes: number): void {
    this.#bytes += bytes;
    this.#listener();
  }
}
