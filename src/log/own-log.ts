import { setTimeout as delay } from "node:timers/promises";

import { EventLog } from "./event-log.ts";
import { makeLog, type ShippingOptions, shipperOptions } from "./log-directory.ts";
import { Restarts } from "./restarts.ts";
import { Shipper } from "./shipper.ts";

/** Left to the disk, so that a full log does not fill it. */
const freeBytesMin = 256 * 1024 ** 2;

export interface OwnLogOptions extends ShippingOptions {
  /** The name of the log, which is new. */
  readonly logId: string;
  readonly bytesMax: number;
}

/** The event log that this process writes, and the shipping of it. */
export class OwnLog {
  readonly eventLog: EventLog;
  readonly #shipper: Shipper;
  readonly #restarts: Restarts;
  readonly #running: Promise<void>;

  private constructor(eventLog: EventLog, shipper: Shipper, restarts: Restarts) {
    this.eventLog = eventLog;
    this.#shipper = shipper;
    this.#restarts = restarts;
    this.#running = this.#run();
  }

  static async open(options: OwnLogOptions): Promise<OwnLog> {
    const { fs, logId, bytesMax, log } = options;
    const directory = await makeLog(options, logId);
    const free = (await fs.freeBytes(directory)) - freeBytesMin;
    const limit = Math.max(0, Math.min(bytesMax, free));
    const eventLog = new EventLog({ fs, directory, bytesMax: limit });
    const shipper = new Shipper({ ...shipperOptions(options, logId), live: eventLog });
    return new OwnLog(eventLog, shipper, new Restarts(log));
  }

  /** Resolves when everything that is acknowledged now is in the store. */
  shipped(): Promise<void> {
    return this.#shipper.shipped();
  }

  /** Closes the log, and ships what it can within `timeoutMs`; the rest stays for the next start. */
  async stop(timeoutMs: number): Promise<void> {
    await this.#restarts.logged(() => this.eventLog.close());
    const patience = new AbortController();
    await Promise.race([
      this.shipped(),
      delay(timeoutMs, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
    this.#restarts.stop();
    this.#shipper.stop();
    await this.#running;
    await this.#restarts.logged(() => this.#shipper.removeIfShipped());
  }

  async #run(): Promise<void> {
    while (!(await this.#restarts.logged(() => this.#shipper.run()))) {
      if (!(await this.#restarts.pause())) return;
    }
  }
}
