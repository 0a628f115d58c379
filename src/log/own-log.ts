import { orLate } from "../or-late.ts";
import { EventLog } from "./event-log.ts";
import { makeLog, type ShippingOptions, shipperOptions } from "./log-directory.ts";
import { LoggedRetries } from "./logged-retries.ts";
import { Shipper } from "./shipper.ts";
import type { Backlog, ShippingCounts, ShippingSource } from "./shipping-source.ts";

/** Bytes that stay free on the disk, so that a full log does not fill it. */
const freeBytesMin = 256 * 1024 ** 2;

export interface OwnLogOptions extends ShippingOptions {
  /** The name of the new log. */
  readonly logId: string;
  readonly bytesMax: number;
  /** The time that events may wait for more while few come; none if undefined. */
  readonly waitMsMax?: number | undefined;
}

/** The event log that this process writes, and its shipper. */
export class OwnLog implements ShippingSource {
  readonly eventLog: EventLog;
  readonly #shipper: Shipper;
  readonly #retries: LoggedRetries;
  /** Bytes of the disk that the log may take, as measured when the log was made. */
  readonly #freeBytes: number;
  readonly #shipping: Promise<void>;

  private constructor(deps: {
    eventLog: EventLog;
    shipper: Shipper;
    retries: LoggedRetries;
    freeBytes: number;
  }) {
    this.eventLog = deps.eventLog;
    this.#shipper = deps.shipper;
    this.#retries = deps.retries;
    this.#freeBytes = deps.freeBytes;
    this.#shipping = this.#run();
  }

  static async open(options: OwnLogOptions): Promise<OwnLog> {
    const { fs, logId, bytesMax, waitMsMax, logger } = options;
    const directory = await makeLog(options, logId);
    const freeBytes = (await fs.freeBytes(directory)) - freeBytesMin;
    const eventLog = new EventLog({ fs, directory, bytesMax: 0 });
    const shipper = new Shipper({ ...shipperOptions(options, logId), live: eventLog, waitMsMax });
    const own = new OwnLog({ eventLog, shipper, retries: new LoggedRetries(logger), freeBytes });
    own.limit(bytesMax);
    return own;
  }

  /** Sets the size at which the log refuses events: `bytesMax`, or less if the disk had less. */
  limit(bytesMax: number): void {
    this.eventLog.limit(Math.max(0, Math.min(bytesMax, this.#freeBytes)));
  }

  get counts(): ShippingCounts {
    return this.#shipper.counts;
  }

  backlog(): Promise<Backlog> {
    return this.#shipper.backlog();
  }

  /** Resolves when everything that is acknowledged now is in the store. */
  shipped(): Promise<void> {
    return this.#shipper.shipped();
  }

  /**
   * Resolves when every event that was acknowledged at least half a second before the call is in
   * the store, but after a second in any case.
   */
  catchUp(): Promise<void> {
    return this.#shipper.catchUp();
  }

  /** Closes the log, and ships what it can in `timeoutMs`. The rest stays for the next start. */
  async stop(timeoutMs: number): Promise<void> {
    await this.#retries.logged(() => this.eventLog.close());
    await orLate(this.shipped(), timeoutMs);
    this.#retries.stop();
    this.#shipper.stop();
    await this.#shipping;
    await this.#retries.logged(() => this.#shipper.removeIfShipped());
  }

  async #run(): Promise<void> {
    while (!(await this.#retries.logged(() => this.#shipper.run()))) {
      if (!(await this.#retries.pause())) return;
    }
  }
}
