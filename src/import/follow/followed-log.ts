import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { StartRefused } from "../../base/errors.ts";
import { AccessLogUnreadable, readLineBlocks } from "../access-log/log-file.ts";
import { listEarlier } from "../access-log/log-paths.ts";
import { AccessLogRefused, openLog } from "../access-log/open-log.ts";
import { type ChainOptions, LogChain, LookAgain } from "./log-chain.ts";
import { idOf, OpenFile, Truncated } from "./open-file.ts";

/** The times that a follower waits. */
export interface FollowTimes {
  /** Between two looks at a file. */
  readonly lookEveryMs: number;
  /** Between two parts that are sent, unless more lines wait than fit into one. */
  readonly sendEveryMs: number;
  /** Between two messages that the follower is there. */
  readonly renewEveryMs: number;
  /** Before the log is looked at again that another follower follows. */
  readonly heldMs: number;
  /** For which a file stays open that was rotated: servers may write to it for a while. */
  readonly rotatedMs: number;
  /** For which an earlier file must not have changed: it may be a copy that is being made. */
  readonly steadyMs: number;
}

/** A place that no log has. */
const nowhere = "0".repeat(64);

export const followTimes: FollowTimes = {
  lookEveryMs: 250,
  sendEveryMs: 1_000,
  renewEveryMs: 3_000,
  heldMs: 2_000,
  rotatedMs: 10_000,
  steadyMs: 2_000,
};

export interface FollowedLogOptions extends Omit<ChainOptions, "format"> {
  readonly path: string;
  /** The name of the log's format; without it the first lines tell. */
  readonly format: string | undefined;
  readonly say: (message: string) => void;
  readonly signal: AbortSignal;
  readonly times?: FollowTimes;
}

/** A file that is read, and the lines of it that are stored. */
interface Reading {
  readonly file: OpenFile;
  chain: LogChain | undefined;
  /** When it is closed; undefined while it has the log's name. */
  untilMs: number | undefined;
  sentMs: number;
  renewedMs: number;
  isSettled: boolean;
}

/**
 * Follows one log, under whatever name its files come to have.
 *
 * 1. The earlier files, oldest first, as a follower may have been away while the log was rotated.
 * 2. The file with the log's name, line by line as it grows. If the name comes to belong to another
 *    file, the one before stays open for a while, and the new one is read from its beginning.
 * 3. If the file loses its content, it was copied away. So the earlier files are read again, which
 *    have what was written before the cut, and then the file from its beginning.
 *
 * Reading lines again does no harm: `LogChain` knows those that count.
 */
export class FollowedLog {
  readonly #options: FollowedLogOptions;
  readonly #times: FollowTimes;
  /** Earlier files that were read to their ends. */
  readonly #read = new Set<string>();
  #format: string | undefined;
  #readings: Reading[] = [];
  #mustLookBack = true;
  #said = "";

  constructor(options: FollowedLogOptions) {
    this.#options = options;
    this.#times = options.times ?? followTimes;
    this.#format = options.format;
  }

  /** Follows the log until the signal is aborted. Rejects if it is none. */
  async run(): Promise<void> {
    const { signal } = this.#options;
    try {
      while (!signal.aborted) {
        await this.#step().catch((error: unknown) => this.#startAgain(error));
        await delay(this.#times.lookEveryMs, undefined, { signal }).catch(() => {});
      }
      for (const { chain } of this.#readings) await chain?.renew(true).catch(() => {});
    } finally {
      for (const { file } of this.#readings) await file.close();
    }
  }

  /** Says something once, until something else is said. */
  #sayOnce(message: string): void {
    if (this.#said !== message) this.#options.say(message);
    this.#said = message;
  }

  async #startAgain(error: unknown): Promise<void> {
    const { path, signal } = this.#options;
    if (signal.aborted) return;
    if (error instanceof Truncated) {
      await this.#storeWhatWaits();
    } else if (!(error instanceof LookAgain)) throw error;
    else if (error.reason === "held") {
      this.#sayOnce(`another follower follows ${path}; this one waits`);
      await this.#pause(this.#times.heldMs);
    } else if (error.reason === "importing") {
      this.#sayOnce(`an import runs; ${path} waits for its end`);
      await this.#outlastImport();
    }
    for (const { file } of this.#readings) await file.close();
    this.#readings = [];
    this.#mustLookBack = true;
  }

  /** The lines of a file that has lost its content are in memory alone, or in its copy. */
  async #storeWhatWaits(): Promise<void> {
    try {
      for (const { chain } of this.#readings) await chain?.flush();
    } catch (error) {
      if (!(error instanceof LookAgain)) throw error;
    }
  }

  async #outlastImport(): Promise<void> {
    const { places, follower, signal } = this.#options;
    do await this.#pause(this.#times.sendEveryMs);
    while (!signal.aborted && (await places.find(follower, nowhere)).is_importing);
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#options.signal }).catch(() => {});
  }

  async #step(): Promise<void> {
    if (this.#mustLookBack) this.#mustLookBack = !(await this.#readEarlier());
    await this.#openNewest();
    for (const reading of this.#readings) await this.#readOn(reading);
    const [over, open] = partition(this.#readings, ({ untilMs = Number.POSITIVE_INFINITY }) => {
      return performance.now() > untilMs;
    });
    this.#readings = open;
    for (const reading of over) await this.#close(reading);
  }

  /** Opens the file that has the log's name, if it is another one than before. */
  async #openNewest(): Promise<void> {
    const { path } = this.#options;
    const current = this.#readings.find(({ untilMs }) => untilMs === undefined);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) {
      if (current === undefined) this.#sayOnce(`waits for ${path}, which is not there`);
      return;
    }
    if (current?.file.id === idOf(found)) return;
    const file = await OpenFile.open(path).catch((error: NodeJS.ErrnoException) => {
      throw new AccessLogUnreadable(path, error);
    });
    if (file === undefined) return;
    if (!(await file.isRegular())) {
      await file.close();
      throw new StartRefused(`${path} is no file`);
    }
    if (current !== undefined) {
      current.untilMs = performance.now() + this.#times.rotatedMs;
      this.#mustLookBack = true;
    }
    this.#readings.push({
      file,
      chain: undefined,
      untilMs: undefined,
      sentMs: 0,
      renewedMs: 0,
      isSettled: true,
    });
  }

  async #readOn(reading: Reading): Promise<void> {
    const { signal } = this.#options;
    const { sendEveryMs, renewEveryMs } = this.#times;
    for (;;) {
      signal.throwIfAborted();
      const lines = await reading.file.read();
      if (lines === undefined) break;
      if (lines.length === 0) continue;
      reading.chain ??= await this.#chainOf(this.#options.path, [...lines]);
      if (reading.chain === undefined) throw new LookAgain("moved");
      await reading.chain.feed(lines);
    }
    const { chain } = reading;
    if (chain === undefined) {
      this.#sayOnce(`follows ${this.#options.path}`);
      return;
    }
    const nowMs = performance.now();
    if (!chain.isAtEnd || (chain.isWaiting && nowMs - reading.sentMs >= sendEveryMs)) {
      reading.sentMs = nowMs;
      reading.isSettled = false;
      await chain.flush();
      this.#sayOnce(`follows ${this.#options.path}`);
    }
    const isDue = nowMs - Math.max(reading.sentMs, reading.renewedMs) >= renewEveryMs;
    const isIdle = !chain.isWaiting && nowMs - reading.sentMs >= sendEveryMs;
    if (!isDue && (reading.isSettled || !isIdle)) return;
    reading.isSettled = true;
    reading.renewedMs = nowMs;
    await chain.renew();
  }

  /** Stores what is left of a file that nobody writes to any more. */
  async #close({ file, chain }: Reading): Promise<void> {
    await chain?.feed(file.end());
    await chain?.flush();
    await chain?.renew(true);
    await file.close();
  }

  /** Reads the earlier files. Resolves with false if one of them is still being made. */
  async #readEarlier(): Promise<boolean> {
    const { path } = this.#options;
    let isWhole = true;
    for (const earlier of await listEarlier(path)) {
      const found = await stat(earlier).catch(() => undefined);
      if (found === undefined || !found.isFile()) continue;
      const id = `${idOf(found)} ${found.size} ${found.mtimeMs}`;
      const isOpen = this.#readings.some(({ file }) => file.id === idOf(found));
      if (this.#read.has(id) || isOpen) continue;
      const isSteady = Date.now() - found.mtimeMs >= this.#times.steadyMs;
      if (isSteady && (await this.#readWhole(earlier))) this.#read.add(id);
      else isWhole = false;
    }
    return isWhole;
  }

  /** Reads a file to its end. Resolves with false if it is packed and not whole yet. */
  async #readWhole(path: string): Promise<boolean> {
    const { signal } = this.#options;
    try {
      if (/\.(?:gz|gzip)$/.test(path)) for await (const _ of readLineBlocks(path, { signal }));
      let chain: LogChain | undefined;
      for await (const { lines } of readLineBlocks(path, { signal })) {
        if (lines.length === 0) continue;
        chain ??= await this.#chainOf(path, [...lines]);
        await chain?.feed(lines);
      }
      await chain?.flush();
      await chain?.renew(true);
      return true;
    } catch (error) {
      if (error instanceof AccessLogUnreadable) return false;
      if (!(error instanceof AccessLogRefused)) throw error;
      this.#options.say(error.message);
      return true;
    }
  }

  /** Resolves with undefined while the lines do not tell the format. */
  async #chainOf(path: string, lines: readonly string[]): Promise<LogChain | undefined> {
    if (this.#format === undefined) {
      // The directives of a log may come one by one.
      if (lines.every((line) => line.startsWith("#") || line.trim() === "")) return undefined;
      const log = await openLog(path, undefined);
      await log.close();
      this.#format = log.format?.name;
    }
    if (this.#format === undefined) return undefined;
    return new LogChain({ ...this.#options, format: this.#format });
  }
}

function partition<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
