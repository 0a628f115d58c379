import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The file in `DATA_DIR` with an id of the restore that made it. */
export const restoreIdFile = "restore-id";

/**
 * Returns the id of the restore that made `DATA_DIR`; "" without one. It is part of each `ETag`.
 * After a restore, a day may reach the same number of events as before with other events.
 */
export async function readRestoreId(directory: string): Promise<string> {
  return readFile(join(directory, restoreIdFile), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}
