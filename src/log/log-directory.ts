import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { BatchStore } from "./batch.ts";
import { Quarantine } from "./quarantine.ts";
import type { ShipperOptions } from "./shipper.ts";
import type { FileSystem } from "./synced-disk.ts";

/** The directory of the logs, and the store that their events go to. */
export interface ShippingOptions {
  readonly fs: FileSystem;
  /** `DATA_DIR`, with a directory for each log in `log/`, and with `quarantine/`. */
  readonly directory: string;
  readonly store: BatchStore;
  readonly logger: Logger;
}

/** The form of a log's name. Anything else in the directory of logs is not Footfall's. */
const logIdPattern = /^[0-9a-f]{16}$/;

export function newLogId(): string {
  return randomBytes(8).toString("hex");
}

/** Returns the directory of the quarantine below `DATA_DIR`. */
export function quarantineDirectory(dataDirectory: string): string {
  return join(dataDirectory, "quarantine");
}

/** Makes the directory of a new log, and returns its path. A crash does not undo it. */
export async function makeLog({ fs, directory }: ShippingOptions, logId: string): Promise<string> {
  const root = join(directory, "log");
  const own = join(root, logId);
  await fs.makeDirectory(own);
  await fs.syncDirectory(root);
  await fs.syncDirectory(directory);
  return own;
}

/** Returns the ids of all logs in the directory. */
export async function listLogs({
  fs,
  directory,
}: Pick<ShippingOptions, "fs" | "directory">): Promise<string[]> {
  const root = join(directory, "log");
  await fs.makeDirectory(root);
  return (await fs.list(root)).filter((name) => logIdPattern.test(name));
}

/** Returns the options of the shipper for one log. */
export function shipperOptions(options: ShippingOptions, logId: string): ShipperOptions {
  const { fs, directory, store, logger } = options;
  const quarantine = new Quarantine(fs, quarantineDirectory(directory), logger);
  return {
    fs,
    directory: join(directory, "log", logId),
    logId,
    store,
    quarantine,
    logger,
  };
}
