import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

import { LineSplitter } from "../access-log/line-splitter.ts";
import type { Lines } from "../access-log/lines.ts";

const chunkBytes = 256 * 1024;
/** The bytes before the place that are compared: another content hardly has the same. */
const tailBytes = 256;

/** A file that grows, read from its beginning on. */
export class OpenFile {
  readonly id: string;
  readonly #file: FileHandle;
  readonly #splitter = new LineSplitter();
  readonly #chunk = Buffer.allocUnsafe(chunkBytes);
  #offset = 0;
  /** The file's last change when the bytes before the offset were compared. */
  #comparedMs = 0;
  /** The bytes before the offset. */
  #tail = Buffer.alloc(0);

  private constructor(file: FileHandle, id: string) {
    this.#file = file;
    this.id = id;
  }

  /** Resolves with undefined if there is no such file. */
  static async open(path: string): Promise<OpenFile | undefined> {
    try {
      const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      return new OpenFile(file, idOf(await file.stat()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Whether it is a file whose end moves, and no directory or pipe. */
  async isRegular(): Promise<boolean> {
    return (await this.#file.stat()).isFile();
  }

  /**
   * Resolves with the whole lines of the next bytes; undefined if there are none for now. Rejects
   * with `Truncated` if the file has lost what was read of it.
   */
  async read(): Promise<Lines | undefined> {
    await this.#refuseTruncated();
    const { bytesRead } = await this.#file.read(this.#chunk, 0, chunkBytes, this.#offset);
    if (bytesRead === 0) return undefined;
    const bytes = this.#chunk.subarray(0, bytesRead);
    this.#offset += bytesRead;
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-tailBytes)]).subarray(-tailBytes);
    return this.#splitter.push(bytes);
  }

  /** Returns the last line if it has no end. */
  end(): Lines {
    return this.#splitter.end();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #refuseTruncated(): Promise<void> {
    if (this.#offset === 0) return;
    const { size, mtimeMs } = await this.#file.stat();
    if (size < this.#offset) throw new Truncated();
    if (mtimeMs === this.#comparedMs) return;
    this.#comparedMs = mtimeMs;
    const { length } = this.#tail;
    const tail = Buffer.alloc(length);
    await this.#file.read(tail, 0, length, this.#offset - length);
    if (!tail.equals(this.#tail)) throw new Truncated();
  }
}

/** Thrown if a file has lost what was read of it: it begins anew. */
export class Truncated extends Error {}

export function idOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev} ${ino}`;
}
