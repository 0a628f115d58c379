import { join } from "node:path";
import { crc32 } from "node:zlib";

import type { FileSystem } from "./file-system.ts";
import { logStart, type Position } from "./position.ts";

/** How far a log has been shipped. */
export interface Cursor {
  /** Everything before is in the store. */
  readonly shipped: Position;
  /** The end of the batch that begins at `shipped` and may have been sent, or `shipped` itself. */
  readonly frozen: Position;
}

const fileName = "cursor";
const fileBytes = 20;

/**
 * The cursor that was saved last; the log's start when there is none. Throws when it is damaged: to
 * guess would lose events or count them twice, so the log stays as it is until somebody decides.
 */
export async function readCursor(fs: FileSystem, directory: string): Promise<Cursor> {
  const start = { shipped: logStart, frozen: logStart };
  if (!(await fs.list(directory)).includes(fileName)) return start;
  const file = await fs.open(join(directory, fileName));
  try {
    const bytes = await file.readAt(0, fileBytes);
    const whole =
      bytes.length === fileBytes && bytes.readUInt32LE(16) === crc32(bytes.subarray(0, 16));
    if (!whole) throw new Error(`${join(directory, fileName)} is damaged, see docs/event-log.md`);
    return {
      shipped: { segment: bytes.readUInt32LE(0), offset: bytes.readUInt32LE(4) },
      frozen: { segment: bytes.readUInt32LE(8), offset: bytes.readUInt32LE(12) },
    };
  } finally {
    await file.close();
  }
}

/** Replaces the cursor; after a crash it is the old one or this one. */
export async function saveCursor(fs: FileSystem, directory: string, cursor: Cursor): Promise<void> {
  const bytes = Buffer.alloc(fileBytes);
  bytes.writeUInt32LE(cursor.shipped.segment, 0);
  bytes.writeUInt32LE(cursor.shipped.offset, 4);
  bytes.writeUInt32LE(cursor.frozen.segment, 8);
  bytes.writeUInt32LE(cursor.frozen.offset, 12);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 16)), 16);
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
