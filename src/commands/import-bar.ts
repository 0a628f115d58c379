import { SingleBar } from "cli-progress";

import { fileSizeBytes } from "../import/access-log/log-file.ts";
import { listLogs } from "../import/access-log/log-paths.ts";
import type { ImportProgress } from "../import/run/running-import.ts";

/**
 * Starts a bar over the bytes of all files; packed ones of a history have more than it shows.
 * Resolves with undefined if nobody would see it, or a size is unknown.
 */
export async function startImportBar(paths: readonly string[]) {
  if (!process.stderr.isTTY) return undefined;
  const bytes = await bytesOf(paths);
  if (bytes === undefined) return undefined;
  const bar = new SingleBar({
    stream: process.stderr,
    format: "{file}{bar} {percentage} % | {rows} rows | {eta_formatted} left",
    clearOnComplete: true,
  });
  bar.start(bytes, 0, { rows: 0, file: "" });
  return {
    update({ rowsRead, bytesRead, file }: ImportProgress) {
      const values = { rows: rowsRead, file: file === undefined ? "" : `${file} ` };
      bar.update(Math.min(bytesRead, bytes), values);
    },
    stop: () => bar.stop(),
  };
}

/** Resolves with the size of all files, or with undefined if one has none or cannot be read. */
async function bytesOf(paths: readonly string[]): Promise<number | undefined> {
  let sum = 0;
  try {
    for (const path of await listLogs(paths)) {
      const bytes = await fileSizeBytes(path);
      if (bytes === undefined) return undefined;
      sum += bytes;
    }
  } catch {
    // The import itself says what is wrong with the files.
    return undefined;
  }
  return sum;
}
