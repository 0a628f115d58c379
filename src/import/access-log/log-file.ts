import { open, stat } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import {
  type FileProblem,
  fileProblem,
  type ImportProblem,
  importProblem,
} from "../../model/import-problems.ts";

import { Gunzip } from "./gunzip.ts";
import { LineSplitter } from "./line-splitter.ts";
import type { Lines } from "./lines.ts";

/*
 * Bytes go through three stages, none of which holds more than one chunk and one line:
 *
 *   readChunks      the file or standard input
 *   readUnpacked    gunzip, if the magic bytes are those of gzip
 *   LineSplitter    lines
 */

const chunkBytesMax = 256 * 1024;
/**
 * Gzip packs at most 1032 to 1, so these never become more than 8 MiB of text, whatever the file
 * holds.
 */
const packedBytesMax = 8 * 1024;
const standardInput = "-";

/**
 * Lines as in the file, none where a long one goes on. Blank lines are included, so that counting
 * gives line numbers.
 */
export interface LineBlock {
  readonly lines: Lines;
  /**
   * Bytes of the file read so far. For gzip they are compressed ones, so they tell how much of the
   * file's size is done.
   */
  readonly bytesRead: number;
  /** Bytes of text so far. */
  readonly textBytes: number;
}

export interface ReadOptions {
  /** Called with the bytes of the file as they are read. The next ones overwrite them. */
  readonly onBytes?: ((bytes: Buffer) => void) | undefined;
  /** Ends the reading, also while standard input has nothing to read. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Thrown if the log is missing, not readable or not whole. The message is one line and names the
 * file.
 */
export class AccessLogUnreadable extends Error {
  readonly path: string;
  /** The message. */
  readonly problem: ImportProblem;
  readonly #cause: NodeJS.ErrnoException;

  constructor(path: string, cause: NodeJS.ErrnoException) {
    const problem = problemOf(cause, nameOf(path), "log_unreadable");
    super(problem, { cause });
    this.name = "AccessLogUnreadable";
    this.path = path;
    this.problem = problem;
    this.#cause = cause;
  }

  /** Returns the problem of an uploaded file, under the name that its sender knows. */
  under(file: string, code: "file" | "file_stopped"): ImportProblem {
    return problemOf(this.#cause, file, code);
  }
}

/** Returns how messages call a log. */
export function nameOf(path: string): string {
  return path === standardInput ? "standard input" : path;
}

/**
 * Yields the lines of an access log, without line ending (LF or CRLF), in blocks as they are read.
 * The last line needs no line feed. "-" is standard input. Gzip is recognised by its content, in a
 * file or in standard input, also with several members. Bytes that are not UTF-8 become U+FFFD. A
 * line over 64 KiB is cut to its first 64 KiB.
 *
 * Throws the reason of the signal, and `AccessLogUnreadable` after the lines before the failure.
 * Gzip data that ends too early yields every whole line in it. Before a corrupt place, up to 16 KiB
 * of text are lost. Lines that make no sense can precede the error, because gzip notices some
 * damage only at its next checksum.
 */
export async function* readLineBlocks(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<LineBlock> {
  const splitter = new LineSplitter();
  let bytesRead = 0;
  let textBytes = 0;
  try {
    for await (const { bytes, ...unpacked } of readUnpacked(path, options)) {
      options.signal?.throwIfAborted();
      bytesRead = unpacked.bytesRead;
      textBytes += bytes.length;
      yield { lines: splitter.push(bytes), bytesRead, textBytes };
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    throw unreadable(path, error);
  }
  const last = splitter.end();
  if (last.length > 0) yield { lines: last, bytesRead, textBytes };
}

/**
 * Resolves with the final value of `bytesRead`, or undefined for standard input and pipes, whose
 * end is unknown. Rejects with `AccessLogUnreadable` if there is no such file.
 */
export async function fileSizeBytes(path: string): Promise<number | undefined> {
  if (path === standardInput) return undefined;
  try {
    const stats = await stat(path);
    return stats.isFile() ? stats.size : undefined;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Bytes of text. The next iteration overwrites them. */
interface Unpacked {
  readonly bytes: Buffer;
  readonly bytesRead: number;
}

async function* readUnpacked(
  path: string,
  { onBytes, signal }: ReadOptions,
): AsyncGenerator<Unpacked> {
  let gunzip: Gunzip | undefined;
  let bytesRead = 0;
  try {
    for await (const chunk of joinHead(readChunks(path, signal))) {
      onBytes?.(chunk);
      if (bytesRead === 0 && chunk[0] === 0x1f && chunk[1] === 0x8b) gunzip = new Gunzip();
      if (gunzip === undefined) {
        bytesRead += chunk.length;
        yield { bytes: chunk, bytesRead };
        continue;
      }
      for (let at = 0; at < chunk.length; at += packedBytesMax) {
        const packed = chunk.subarray(at, at + packedBytesMax);
        bytesRead += packed.length;
        for await (const bytes of gunzip.write(packed)) yield { bytes, bytesRead };
      }
    }
    if (gunzip !== undefined) for await (const bytes of gunzip.end()) yield { bytes, bytesRead };
  } finally {
    gunzip?.close();
  }
}

/** Yields the chunks, the first with both magic bytes: a pipe may deliver single bytes. */
async function* joinHead(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let isJoined = false;
  for await (const chunk of chunks) {
    if (!isJoined) head = Buffer.concat([head, chunk]);
    if (head.length < 2) continue;
    yield isJoined ? chunk : head;
    isJoined = true;
  }
  if (!isJoined && head.length > 0) yield head;
}

async function* readChunks(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  if (path === standardInput) {
    if (signal !== undefined) addAbortSignal(signal, process.stdin);
    yield* process.stdin as AsyncIterable<Buffer>;
    return;
  }
  const file = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(chunkBytesMax);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytesMax, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function unreadable(path: string, error: unknown): unknown {
  // Errors of the file system and of zlib have codes. Any other error is a defect and passes
  // unchanged, and so does a lack of file descriptors, which is no fault of the file.
  return isSystemError(error) && error.code !== "EMFILE" && error.code !== "ENFILE"
    ? new AccessLogUnreadable(path, error)
    : error;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}

const known: Readonly<Record<string, FileProblem>> = {
  EACCES: fileProblem("permission"),
  EISDIR: fileProblem("directory"),
  ENOENT: fileProblem("no_file"),
  EPERM: fileProblem("permission"),
  Z_BUF_ERROR: fileProblem("gzip_cut"),
  Z_DATA_ERROR: fileProblem("gzip_corrupt"),
};

/** Returns why a file cannot be read. Of an error that is not known, the system's text says it. */
function problemOf(
  { code = "", message }: NodeJS.ErrnoException,
  file: string,
  sentence: "log_unreadable" | "file" | "file_stopped",
): ImportProblem {
  const why = known[code];
  return why === undefined
    ? importProblem("log_system", { file, text: message })
    : importProblem(sentence, { file, why });
}
