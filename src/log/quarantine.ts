import { basename, dirname, join } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";
import type { Batch } from "./batch.ts";
import type { Damage } from "./log-reader.ts";
import type { FileSystem } from "./synced-disk.ts";

/**
 * The directory `DATA_DIR/quarantine`, for what can neither be shipped nor be forgotten. An entry
 * is a file of text beside a file of bytes, or beside the directory of a log. Each entry is logged.
 */
export class Quarantine {
  readonly #fs: FileSystem;
  readonly #directory: string;
  readonly #logger: Logger;
  /** Entries since the start, by kind. */
  readonly counts = { batches: 0, damages: 0, logs: 0 };

  constructor(fs: FileSystem, directory: string, logger: Logger) {
    this.#fs = fs;
    this.#directory = directory;
    this.#logger = logger;
  }

  /** Quarantines rows that the store refuses for their content. */
  async batch({ id, table, month, rows }: Batch, reason: Error): Promise<void> {
    await this.#writeEntry(id, rows, `${table}, month ${month}\n${reason.message}\n`);
    this.counts.batches += 1;
    const batch = { batch: id, table, month, bytes: rows.length };
    this.#logger.error({ ...batch, err: reason }, "rows were rejected");
  }

  /** Quarantines bytes of a log that are no record. A torn tail is only logged. */
  async damage(logDirectory: string, { logFile, offset, bytes, tornTail }: Damage): Promise<void> {
    const damage = { logDirectory, logFile, offset, bytes: bytes.length };
    if (tornTail) {
      this.#logger.info(damage, "a log ends within a record that was never acknowledged");
      return;
    }
    // The same damage has the same name, so a second find adds no second entry.
    const name = `damaged-${basename(logDirectory)}-${logFile}-${offset}`;
    const state = bytes.length === 0 ? "missing" : "damaged";
    const text = `${state}: log file ${logFile} of ${logDirectory}, offset ${offset}\n`;
    await this.#writeEntry(name, bytes, text);
    this.counts.damages += 1;
    this.#logger.error(damage, "a log is damaged, its readable records are shipped");
  }

  /**
   * Moves the directory of a whole log here. If a power cut undoes that, the next start repeats it.
   */
  async log(logDirectory: string, reason: string): Promise<void> {
    const name = `log-${basename(logDirectory)}`;
    const movedTo = join(this.#directory, name);
    await this.#makeDirectory();
    await this.#write(`${name}.txt`, Buffer.from(`${reason}\n`));
    await this.#fs.syncDirectory(this.#directory);
    await this.#fs.rename(logDirectory, movedTo);
    this.counts.logs += 1;
    this.#logger.error({ logDirectory, movedTo, reason }, "a log was quarantined");
  }

  /** Resolves when both files are on the disk. */
  async #writeEntry(name: string, bytes: Buffer, text: string): Promise<void> {
    await this.#makeDirectory();
    await this.#write(`${name}.bin`, bytes);
    await this.#write(`${name}.txt`, Buffer.from(text));
    await this.#fs.syncDirectory(this.#directory);
  }

  async #makeDirectory(): Promise<void> {
    await this.#fs.makeDirectory(this.#directory);
    await this.#fs.syncDirectory(dirname(this.#directory));
  }

  async #write(name: string, content: Buffer): Promise<void> {
    const path = join(this.#directory, name);
    await this.#fs.remove(path);
    const file = await this.#fs.create(path);
    try {
      await file.writeAt(content, 0);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
