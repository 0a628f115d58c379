import { open, stat } from "node:fs/promises";
import { finished } from "node:stream";
import { createGunzip } from "node:zlib";

/*
 * Bytes go through three stages, none of which holds more than one piece and one line:
 *
 *   readBytes (file or standard input) -> readPieces (gunzip when the magic bytes say so)
 *   -> LineSplitter (lines, cut at a limit)
 *
 * Every line is a string of its own, not a slice of its block: whoever keeps a part of one line, a
 * cache of user agents say, must not keep a whole block alive by it.
 */

const readBytes = 256 * 1024;
/** Gzip packs at most 1032 to 1, so a piece is never more than 8 MiB of text, whatever the file. */
const gzipPieceBytes = 8 * 1024;
const lineBytesMax = 64 * 1024;
const lineFeed = 10;
const carriageReturn = 13;
const standardInput = "-";

/** Lines as they stand in the file, at least one; blank ones too, so counting them gives line numbers. */
export interface LineBlock {
  readonly lines: readonly string[];
  /** Bytes of the file read so far, compressed ones for gzip: the share of the size that is done. */
  readonly bytesRead: number;
}

/** The log is missing, not readable, or not whole. The message is one line and names the file. */
export class LogFileUnreadable extends Error {
  constructor(path: string, cause: NodeJS.ErrnoException) {
    const name = path === standardInput ? "standard input" : path;
    super(`Cannot read ${name}: ${describe(cause)}`, { cause });
    this.name = "LogFileUnreadable";
  }
}

/**
 * The lines of an access log, without line ending (LF or CRLF), in blocks as they are read. The
 * last line needs no line feed. Gzip is known by its content, members one after another included;
 * "-" is standard input, gzip or not. Bytes that are not UTF-8 become U+FFFD. A line over 64 KiB
 * is handed on cut to its first 64 KiB.
 *
 * @throws LogFileUnreadable, after the lines before the failure. Gzip data that ends too early gives
 * every whole line it holds; before a corrupt place up to 16 KiB of text are lost, and lines that
 * make no sense can precede the error, for gzip notices some damage only at its next checksum.
 */
export async function* readLineBlocks(path: string): AsyncGenerator<LineBlock> {
  const splitter = new LineSplitter();
  let bytesRead = 0;
  try {
    for await (const piece of readPieces(path)) {
      const lines = splitter.push(piece.bytes);
      bytesRead = piece.bytesRead;
      if (lines.length > 0) yield { lines, bytesRead };
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  const last = splitter.end();
  if (last !== undefined) yield { lines: [last], bytesRead };
}

/**
 * What bytesRead will come to; undefined for standard input and pipes, whose end is not known.
 *
 * @throws LogFileUnreadable when there is no such file.
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

/** Bytes of text. They are overwritten when the next piece is asked for. */
interface Piece {
  readonly bytes: Buffer;
  readonly bytesRead: number;
}

async function* readPieces(path: string): AsyncGenerator<Piece> {
  let gunzip: Gunzip | undefined;
  let bytesRead = 0;
  try {
    for await (const chunk of joinHead(readChunks(path))) {
      if (bytesRead === 0 && chunk[0] === 0x1f && chunk[1] === 0x8b) gunzip = new Gunzip();
      if (gunzip === undefined) {
        bytesRead += chunk.length;
        yield { bytes: chunk, bytesRead };
        continue;
      }
      for (let at = 0; at < chunk.length; at += gzipPieceBytes) {
        const packed = chunk.subarray(at, at + gzipPieceBytes);
        bytesRead += packed.length;
        for await (const bytes of gunzip.write(packed)) yield { bytes, bytesRead };
      }
    }
    if (gunzip !== undefined) for await (const bytes of gunzip.end()) yield { bytes, bytesRead };
  } finally {
    gunzip?.close();
  }
}

/** Makes the first chunk hold the two magic bytes: a pipe may hand over single ones. */
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

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  if (path === standardInput) {
    yield* process.stdin as AsyncIterable<Buffer>;
    return;
  }
  const file = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(readBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, readBytes, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Gunzip step by step: what was unpacked before an error is handed on before the error is thrown. */
class Gunzip {
  readonly #stream = createGunzip();
  readonly #unpacked: Buffer[] = [];
  #failure: Error | undefined;
  #finishStep = (): void => {};

  constructor() {
    this.#stream.on("data", (bytes: Buffer) => this.#unpacked.push(bytes));
    // A step that fails need not call back, so the error itself has to end it.
    this.#stream.on("error", (error) => {
      this.#failure ??= error;
      this.#finishStep();
    });
  }

  write(packed: Buffer): AsyncGenerator<Buffer> {
    return this.#step((done) => this.#stream.write(packed, done));
  }

  end(): AsyncGenerator<Buffer> {
    // Not end's own callback: zlib looks for a missing end only after that one.
    return this.#step((done) => {
      finished(this.#stream, done);
      this.#stream.end();
    });
  }

  close(): void {
    this.#stream.destroy();
  }

  async *#step(run: (done: (error?: Error | null) => void) => void): AsyncGenerator<Buffer> {
    await new Promise<void>((resolve) => {
      this.#finishStep = resolve;
      run((error) => {
        this.#failure ??= error ?? undefined;
        resolve();
      });
    });
    yield* this.#unpacked.splice(0);
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** Cuts bytes into lines. Between two pieces it keeps the start of one line, never over the limit. */
class LineSplitter {
  /** One byte more than a line may have, so that the carriage return of a full line is still seen. */
  #started = Buffer.alloc(0);

  push(bytes: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    let end = bytes.indexOf(lineFeed);
    if (end !== -1 && this.#started.length > 0) {
      this.#keep(bytes.subarray(0, end));
      lines.push(decodeLine(this.#started, 0, this.#started.length));
      this.#started = Buffer.alloc(0);
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    while (end !== -1) {
      lines.push(decodeLine(bytes, start, end));
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    this.#keep(bytes.subarray(start));
    return lines;
  }

  /** The last line, when it has no line feed. */
  end(): string | undefined {
    if (this.#started.length === 0) return undefined;
    return decodeLine(this.#started, 0, this.#started.length);
  }

  #keep(bytes: Buffer): void {
    const room = lineBytesMax + 1 - this.#started.length;
    if (room > 0 && bytes.length > 0) {
      this.#started = Buffer.concat([this.#started, bytes.subarray(0, room)]);
    }
  }
}

function decodeLine(bytes: Buffer, start: number, lineFeed: number): string {
  const end = bytes[lineFeed - 1] === carriageReturn && lineFeed > start ? lineFeed - 1 : lineFeed;
  return bytes.toString("utf8", start, Math.min(end, start + lineBytesMax));
}

function unreadable(path: string, error: unknown): unknown {
  // Errors of the file system and of zlib have codes; anything else is a defect and passes as it is.
  return isSystemError(error) ? new LogFileUnreadable(path, error) : error;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}

const descriptions: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a directory",
  ENOENT: "no such file",
  EPERM: "permission denied",
  Z_BUF_ERROR: "the gzip data ends too early",
  Z_DATA_ERROR: "the gzip data is corrupt",
};

function describe(cause: NodeJS.ErrnoException): string {
  return descriptions[cause.code ?? ""] ?? cause.message;
}
