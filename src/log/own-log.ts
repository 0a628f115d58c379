import type { FastifyBaseLogger as Logger } from "fastify";

import { withTimeLimit } from "../base/async/time-limit.ts";
import { EventLog } from "./event-log.ts";
import { makeLog, type ShippingOptions, shipperOptions } from "./log-directory.ts";
import { LoggedRetries } from "./logged-retries.ts";
import { Shipper } from "./shipper.ts";
import type { Backlog, ShippingCounts, ShippingSource } from "./shipping-source.ts";
import type { FileSystem } from "./synced-disk.ts";

/** Bytes that stay free on the disk, so that a full log does not fill it. */
const freeBytesMin = 256 * 1024 ** 2;
/** The interval at which the log asks how much of the disk is free. */
const measureEveryMs = 10_000;

export interface OwnLogOptions extends ShippingOptions {
  /** The name of the new log. */
  readonly logId: string;
  readonly bytesMax: number;
  /** The time that events may wait for more while few come; none if undefined. */
  readonly waitMsMax?: number | undefined;
}

interface OwnLogParts {
  readonly eventLog: EventLog;
  readonly shipper: Shipper;
  readonly directory: string;
  readonly fs: Pick<FileSystem, "freeBytes">;
  readonly logger: Logger;
}

/** The event log that this process writes, and its shipper. */
export class OwnLog implements ShippingSource {
  readonly eventLog: EventLog;
  readonly #parts: OwnLogParts;
  readonly #shipper: Shipper;
  readonly #retries: LoggedRetries;
  readonly #shipping: Promise<void>;
  readonly #measuring: NodeJS.Timeout;
  #bytesMax = 0;
  /** Free bytes of the disk, as measured last, and the size that they let the log have. */
  #freeBytes = Number.POSITIVE_INFINITY;
  #roomBytes = Number.POSITIVE_INFINITY;

  private constructor(parts: OwnLogParts) {
    this.#parts = parts;
    this.eventLog = parts.eventLog;
    this.#shipper = parts.shipper;
    this.#retries = new LoggedRetries(parts.logger);
    const measure = () => void this.#measure().catch(() => {});
    this.#measuring = setInterval(measure, measureEveryMs).unref();
    this.#shipping = this.#run();
  }

  static async open(options: OwnLogOptions): Promise<OwnLog> {
    const { fs, logId, bytesMax, waitMsMax, logger } = options;
    const directory = await makeLog(options, logId);
    const freeBytes = await fs.freeBytes(directory);
    const eventLog = new EventLog({ fs, directory, bytesMax: 0 });
    const shipper = new Shipper({ ...shipperOptions(options, logId), live: eventLog, waitMsMax });
    const own = new OwnLog({ eventLog, shipper, directory, fs, logger });
    own.#bytesMax = bytesMax;
    own.#useFree(freeBytes);
    return own;
  }

  /** Sets the size at which the log refuses events: `bytesMax`, or less if the disk has less. */
  limit(bytesMax: number): void {
    this.#bytesMax = bytesMax;
    this.#applyLimit();
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

  /** Resolves when everything that is acknowledged now is in the store, and in no file here. */
  forgotten(): Promise<void> {
    return this.#shipper.forgotten();
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
    clearInterval(this.#measuring);
    await this.#retries.logged(() => this.eventLog.close());
    await withTimeLimit(this.shipped(), timeoutMs);
    this.#retries.stop();
    this.#shipper.stop();
    await this.#shipping;
    await this.#retries.logged(() => this.#shipper.removeIfShipped());
  }

  /** Others fill the disk, and make room. */
  async #measure(): Promise<void> {
    const { fs, directory } = this.#parts;
    this.#useFree(await fs.freeBytes(directory));
  }

  #useFree(freeBytes: number): void {
    const { logger } = this.#parts;
    const wasLow = this.#isLow;
    this.#freeBytes = freeBytes;
    // What is in the log takes space already.
    this.#roomBytes = this.eventLog.unshippedBytes + freeBytes - freeBytesMin;
    this.#applyLimit();
    if (this.#isLow === wasLow) return;
    if (this.#isLow) logger.warn(`no events are accepted: ${this.#diskState}`);
    else logger.info(`events are accepted again: ${this.#diskState}`);
  }

  #applyLimit(): void {
    const isLower = this.#roomBytes < this.#bytesMax;
    const bytesMax = isLower ? Math.max(0, this.#roomBytes) : this.#bytesMax;
    this.eventLog.limit(bytesMax, isLower ? this.#diskState : undefined);
  }

  get #isLow(): boolean {
    return this.#freeBytes <= freeBytesMin;
  }

  get #diskState(): string {
    return `the disk of DATA_DIR has ${megabytes(this.#freeBytes)} MB free, of which ${megabytes(freeBytesMin)} are kept`;
  }

  async #run(): Promise<void> {
    while (!(await this.#retries.logged(() => this.#shipper.run()))) {
      if (!(await this.#retries.pause())) return;
    }
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
