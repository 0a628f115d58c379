import { join } from "node:path";
import { crc32 } from "node:zlib";
import { logStart, type Position } from "./position.ts";
import type { FileSystem } from "./synced-disk.ts";

/** The position up to which a log has been shipped. */
export interface Cursor {
  /** Everything before this position is in the store. */
  readonly shipped: Position;
  /** The end of the batch that begins at `shipped` and may have been sent, or `shipped` itself. */
  readonly frozen: Position;
}

const fileName = "cursor";
const copyBytes = 20;
/** The file holds the cursor twice, so far apart that one bad sector leaves one of the copies. */
const copyOffsets = [0, 4_096] as const;

/**
 * Returns the cursor that was saved last, or the log's start if there is none. Returns undefined if
 * both copies are damaged: a guess would lose events or count them twice.
 */
export async function readCursor(fs: FileSystem, directory: string): Promise<Cursor | undefined> {
  const start = { shipped: logStart, frozen: logStart };
  if (!(await fs.list(directory)).includes(fileName)) return start;
  const file = await fs.open(join(directory, fileName));
  try {
    for (const offset of copyOffsets) {
      // A bad sector may be an error as well as wrong bytes.
      const bytes = await file.readAt(offset, copyBytes).catch(() => undefined);
      const cursor = bytes && decodeCursor(bytes);
      if (cursor !== undefined) return cursor;
    }
    return undefined;
  } finally {
    await file.close();
  }
}

/** Replaces the cursor. After a crash the saved cursor is the old one or this one. */
export async function saveCursor(fs: FileSystem, directory: string, cursor: Cursor): Promise<void> {
  const copy = encodeCursor(cursor);
  const bytes = Buffer.alloc(copyOffsets[1] + copyBytes);
  for (const offset of copyOffsets) copy.copy(bytes, offset);
  const path = join(directory, fileName);
  const draft = `${path}.new`;
  await fs.remove(draft);
  const file = await fs.create(draft);
  try {
    await file.writeAt(bytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await fs.rename(draft, path);
  await fs.syncDirectory(directory);
}

function encodeCursor({ shipped, frozen }: Cursor): Buffer {
  const bytes = Buffer.alloc(copyBytes);
  bytes.writeUInt32LE(shipped.logFile, 0);
  bytes.writeUInt32LE(shipped.offset, 4);
  bytes.writeUInt32LE(frozen.logFile, 8);
  bytes.writeUInt32LE(frozen.offset, 12);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 16)), 16);
  return bytes;
}

function decodeCursor(bytes: Buffer): Cursor | undefined {
  if (bytes.length < copyBytes || bytes.readUInt32LE(16) !== crc32(bytes.subarray(0, 16))) {
    return undefined;
  }
  return {
    shipped: { logFile: bytes.readUInt32LE(0), offset: bytes.readUInt32LE(4) },
    frozen: { logFile: bytes.readUInt32LE(8), offset: bytes.readUInt32LE(12) },
  };
}
