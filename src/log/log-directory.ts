import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { BatchStore } from "./batch.ts";
import type { FileSystem } from "./file-system.ts";
import { Quarantine } from "./quarantine.ts";
import type { ShipperOptions } from "./shipper.ts";

/** Where logs are, and where their events go. */
export interface ShippingOptions {
  readonly fs: FileSystem;
  /** `DATA_DIR`; logs are kept in `log/`, each in a directory of its own; what is set aside in `quarantine/`. */
  readonly directory: string;
  readonly store: BatchStore;
  readonly logger: Logger;
}

/** Names of logs; anything else in their directory is not ours. */
const logIdPattern = /^[0-9a-f]{16}$/;

export function newLogId(): string {
  return randomBytes(8).toString("hex");
}

/** Makes the directory of a new log, which a crash does not undo. */
export async function makeLog({ fs, directory }: ShippingOptions, logId: string): Promise<string> {
  const root = join(directory, "log");
  const own = join(root, logId);
  await fs.makeDirectory(own);
  await fs.syncDirectory(root);
  await fs.syncDirectory(directory);
  return own;
}

/** The ids of all logs that are there. */
export async function listLogs({ fs, directory }: ShippingOptions): Promise<string[]> {
  const root = join(directory, "log");
  await fs.makeDirectory(root);
  return (await fs.list(root)).filter((name) => logIdPattern.test(name));
}

/** What a shipper of that log needs. */
export function shipperOptions(options: ShippingOptions, logId: string): ShipperOptions {
  const { fs, directory, store, logger } = options;
  const quarantine = new Quarantine(fs, join(directory, "quarantine"), logger);
  return {
    fs,
    directory: join(directory, "log", logId),
    logId,
    store,
    quarantine: quarantine,
    logger,
  };
}
