import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeDirectory } from "../../base/data-directory.ts";
import { Problem } from "../../base/errors.ts";
import type { ImportedFile } from "../../definitions/import.ts";
import { openUploads, type UploadedFile } from "./archive.ts";
import { FileDigest } from "./file-digest.ts";
import type { SourceFile } from "./source-file.ts";

const receiving = "receiving-";
/** A directory of an upload that nobody has touched for this long was left by a crash. */
const abandonedAfterMs = 60 * 60_000;
/** So much goes to the disk at once. Collected events wait for a disk that writes more. */
const blockBytes = 256 * 1024;
/** An upload pauses after this many bytes. Events wait for no more than the work on these. */
const stretchBytes = 64 * 1024;
/** The pause. Uploads so come at 4 MB/s at most, and leave most of the time to collecting. */
const pauseMs = 16;

/** Returns the directory of all uploads. */
export function uploadsIn(dataDirectory: string): string {
  return join(dataDirectory, "imports");
}

/** The files of one request, which go to the disk as they come. */
export class Upload {
  readonly files: ImportedFile[] = [];
  readonly #uploads: string;
  readonly #name = randomUUID();
  readonly #bytesMax: number;
  #bytes = 0;
  #isKept = false;

  private constructor(uploads: string, bytesMax: number) {
    this.#uploads = uploads;
    this.#bytesMax = bytesMax;
  }

  static async open(uploads: string, bytesMax: number): Promise<Upload> {
    const upload = new Upload(uploads, bytesMax);
    await makeDirectory(upload.#directory);
    return upload;
  }

  /** Writes a file. Throws `Problem` BODY_TOO_LARGE if all of them together are too large. */
  async add(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    const digest = new FileDigest();
    const file = await open(join(this.#directory, String(this.files.length)), "wx", 0o600);
    try {
      for await (const block of blocksOf(content)) {
        this.#bytes += block.length;
        if (this.#bytes > this.#bytesMax) throw new Problem("BODY_TOO_LARGE");
        digest.add(block);
        await file.appendFile(block);
        await file.datasync();
      }
    } finally {
      await file.close();
    }
    this.files.push(digest.end(basename(name)));
  }

  /** Resolves with the files, and those in archives. Rejects with `ImportRefused`. */
  open(): Promise<SourceFile[]> {
    return openUploads(this.paths);
  }

  /** The paths of the files on the disk. */
  get paths(): UploadedFile[] {
    return uploadedPaths(this.#directory, this.files);
  }

  /** Makes the files those of an import. Returns the name of their directory. */
  async keep(): Promise<string> {
    await rename(this.#directory, join(this.#uploads, this.#name));
    this.#isKept = true;
    return this.#name;
  }

  /** Removes the files, also after `keep`. */
  async discard(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }

  get #directory(): string {
    return join(this.#uploads, this.#isKept ? this.#name : `${receiving}${this.#name}`);
  }
}

/** Yields the content in blocks, with pauses. A block is valid until the next one is asked for. */
async function* blocksOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafeSlow(blockBytes);
  let filled = 0;
  let bytesSincePause = 0;
  for await (const chunk of content) {
    for (let read = 0; read < chunk.length; ) {
      const copied = chunk.copy(block, filled, read);
      read += copied;
      filled += copied;
      if (filled < blockBytes) continue;
      yield block;
      filled = 0;
    }
    bytesSincePause += chunk.length;
    if (bytesSincePause < stretchBytes) continue;
    await delay(pauseMs);
    bytesSincePause = 0;
  }
  if (filled > 0) yield block.subarray(0, filled);
}

/** Returns the paths of the files of an upload. */
export function uploadedPaths(directory: string, files: readonly ImportedFile[]): UploadedFile[] {
  return files.map(({ name }, nth) => ({ name, path: join(directory, String(nth)) }));
}

/** Returns whether the files of an upload are on this machine. */
export async function hasUpload(uploads: string, upload: string): Promise<boolean> {
  return (await namesIn(uploads)).includes(upload);
}

/** Removes the files of all uploads but these, and what crashes have left. */
export async function removeUploads(
  uploads: string,
  kept: ReadonlySet<string>,
  nowMs: number,
): Promise<void> {
  for (const name of await namesIn(uploads)) {
    if (kept.has(name)) continue;
    const path = join(uploads, name);
    // A request may be receiving the files, or about to make their record.
    if (nowMs - (await touchedMs(path)) > abandonedAfterMs)
      await rm(path, { recursive: true, force: true });
  }
}

/** Returns when a file of a directory has got its last bytes, or has come or gone. */
async function touchedMs(directory: string): Promise<number> {
  let newestMs = (await stat(directory)).mtimeMs;
  for (const name of await namesIn(directory)) {
    newestMs = Math.max(newestMs, (await stat(join(directory, name))).mtimeMs);
  }
  return newestMs;
}

/** Removes the files of an upload. */
export async function removeUpload(uploads: string, upload: string): Promise<void> {
  await rm(join(uploads, upload), { recursive: true, force: true });
}

async function namesIn(uploads: string): Promise<string[]> {
  try {
    return await readdir(uploads);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
