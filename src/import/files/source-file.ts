import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { importProblem } from "../../model/import-problems.ts";
import { ImportFailed } from "../problems.ts";
import type { Pace } from "../run/pace.ts";

/** A file of an import: an uploaded one, or an entry of an uploaded archive. */
export interface SourceFile {
  /** The name that the client gave, without directories. */
  readonly name: string;
  /** Yields its content. Gzip is unpacked. Throws `ImportFailed` if the packed bytes are broken. */
  read(): AsyncIterable<Buffer>;
}

/** File systems have no longer names. Those of an import's files are a part of its record. */
export const fileNameCharactersMax = 255;
/** Bytes that the first lines of most files fit into. */
const headBytesMax = 64 * 1024;

/** Returns a file on the disk. Gzip is known by its first bytes. */
export function diskFile(path: string, name: string): SourceFile {
  return {
    name,
    async *read() {
      const isPacked = await isGzip(path);
      const bytes = createReadStream(path);
      if (!isPacked) return yield* bytes;
      const unpacked = bytes.pipe(createGunzip());
      bytes.on("error", (error) => unpacked.destroy(error));
      try {
        yield* unpacked;
      } catch (error) {
        if (isOfSystem(error)) throw error;
        throw new ImportFailed(importProblem("gzip_broken", { file: name }), { cause: error });
      } finally {
        bytes.destroy();
      }
    },
  };
}

/**
 * Returns the file for somebody who looks at it while events are collected. Its reader rests in
 * between, and throws the reason of the signal.
 */
export function pacedFile(file: SourceFile, pace: Pace, signal?: AbortSignal): SourceFile {
  return {
    name: file.name,
    async *read() {
      for await (const chunk of file.read()) {
        await pace.rest(signal);
        signal?.throwIfAborted();
        yield chunk;
      }
    },
  };
}

/** Returns whether the error is one of the operating system, such as that of a failing disk. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/** Returns the beginning of a file as text, without the mark of UTF-8: 64 KiB, or `bytesMax`. */
export async function readHead(file: SourceFile, bytesMax = headBytesMax): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.read()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  const text = Buffer.concat(chunks).subarray(0, bytesMax).toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
