import { listLogs, type ShippingOptions, shipperOptions } from "./log-directory.ts";
import { Restarts } from "./restarts.ts";
import { Shipper } from "./shipper.ts";

/**
 * The shipping of logs whose writers are gone: those of earlier runs, and of workers that died.
 *
 * They are shipped one after the other, beside the live ones: a process that was killed a hundred times
 * while the store was away must not hold a hundred batches in memory.
 */
export class LeftOverLogs {
  readonly #options: ShippingOptions;
  readonly #restarts: Restarts;
  readonly #line: Shipper[] = [];
  #current: Shipper | undefined;
  #running: Promise<void> = Promise.resolve();

  private constructor(options: ShippingOptions) {
    this.#options = options;
    this.#restarts = new Restarts(options.log);
  }

  /** Begins with all logs that are there; no process may be writing any. */
  static async open(options: ShippingOptions): Promise<LeftOverLogs> {
    const logs = new LeftOverLogs(options);
    const ids = await listLogs(options);
    if (ids.length > 0) {
      options.log.info({ logs: ids.length }, "shipping what earlier runs left behind");
    }
    for (const id of ids) logs.#add(id);
    return logs;
  }

  /** Takes on the log of a process that is gone, if it made one. */
  async add(logId: string): Promise<void> {
    if ((await listLogs(this.#options)).includes(logId)) this.#add(logId);
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
    this.#restarts.stop();
    this.#current?.stop();
    await this.#running;
  }

  #add(logId: string): void {
    this.#line.push(new Shipper(shipperOptions(this.#options, logId)));
    if (this.#line.length === 1 && this.#current === undefined) this.#running = this.#run();
  }

  /** A log that fails goes to the end of the line. */
  async #run(): Promise<void> {
    for (;;) {
      this.#current = this.#line.shift();
      if (this.#current === undefined || this.#restarts.isStopped) return;
      const shipper = this.#current;
      if (await this.#restarts.logged(() => shipper.run())) continue;
      this.#line.push(shipper);
      if (!(await this.#restarts.pause())) return;
    }
  }
}
