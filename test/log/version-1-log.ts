import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";

import { logFileName } from "../../src/log/position.ts";
import type { RecordPart } from "../../src/log/record.ts";

/** Returns the header of a log file in version 1 of the format. */
export function version1Header(previousEnd: number): Buffer {
  const header = Buffer.alloc(16);
  header.write("FFLOG1\r\n", "latin1");
  header.writeUInt32LE(previousEnd, 8);
  header.writeUInt32LE(crc32(header.subarray(0, 12)), 12);
  return header;
}

/** Returns a record of `events` in version 1 of the format. */
export function version1Record(parts: readonly RecordPart[], timeMs: number): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(timeMs));
  const encoded = parts.map(({ month, rowCount, rows }) => {
    const head = Buffer.alloc(16);
    for (const [i, value] of [1, month, rowCount, rows.length].entries()) {
      head.writeUInt32LE(value, 4 * i);
    }
    return Buffer.concat([head, rows]);
  });
  const payload = Buffer.concat([time, ...encoded]);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(payload.length, 0);
  head.writeUInt32LE(crc32(payload, payload.length), 4);
  return Buffer.concat([head, payload]);
}

/** Writes a log of version 1: each list is a log file, with one record for each part. */
export async function writeVersion1Log(
  directory: string,
  logFiles: readonly (readonly RecordPart[])[],
): Promise<void> {
  await mkdir(directory, { recursive: true });
  let previousEnd = 0;
  for (const [i, parts] of logFiles.entries()) {
    const records = parts.map((part) => version1Record([part], Date.now()));
    const bytes = Buffer.concat([version1Header(previousEnd), ...records]);
    await writeFile(join(directory, logFileName(i + 1)), bytes);
    previousEnd = bytes.length;
  }
}
