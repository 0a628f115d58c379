import { once } from "node:events";
import { join } from "node:path";

import type { Config } from "../../base/config.ts";
import { Problem, StartRefused } from "../../base/errors.ts";
import { createLogger } from "../../base/logger.ts";
import { openUploads } from "../../import/files/archive.ts";
import { uploadedPaths } from "../../import/files/upload.ts";
import { formatOf } from "../../import/import-request.ts";
import { runImport } from "../../import/run/import-run.ts";
import { Lease } from "../../move/lease.ts";
import { openDefinitions } from "../parts/open-services.ts";
import { openWebsiteStore } from "../shards/website-store.ts";
import { openImportPace } from "./import-pace.ts";
import { openLogImport } from "./open-log-import.ts";

/** The order that the parent sends. */
export interface ImportOrder {
  readonly config: Config;
  /** The directory of all uploads. */
  readonly uploads: string;
  readonly domain: string;
  readonly importId: number;
}

/** The exit code of a process that another one is to go on for, as something was unavailable. */
export const interruptedCode = 3;

/**
 * Runs one import, whose files were uploaded, for the process that forked this one. Ends with it.
 * What is cut off, another process goes on with.
 */
export async function runImportProcess(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const stopping = new AbortController();
  process.on("disconnect", () => stopping.abort(new Error("the parent has ended")));
  const [order] = (await once(process, "message")) as [ImportOrder];
  const logger = createLogger(order.config);
  try {
    await runOrder(order, stopping.signal);
  } catch (error) {
    const isTransient =
      error instanceof Problem || error instanceof StartRefused || stopping.signal.aborted;
    process.exitCode = isTransient ? interruptedCode : 1;
    if (isTransient) logger.debug({ err: error }, "an import is interrupted");
    else logger.error({ err: error }, "an import stopped unexpectedly");
  }
  process.exit();
}

async function runOrder(order: ImportOrder, signal: AbortSignal): Promise<void> {
  const { config, uploads, domain, importId } = order;
  const logger = createLogger(config);
  const { website, db, first, close } = await openWebsiteStore(config, domain, logger);
  try {
    const lease = await Lease.open({ first, role: "import", website });
    try {
      const definitions = openDefinitions(db, Date.now);
      const record = (await definitions.of(website.id)).find("import", importId);
      if (record === undefined || record.content.upload === null) return;
      const { upload, files, source } = record.content;
      const paths = uploadedPaths(join(uploads, upload), files);
      const job =
        source === "access-log"
          ? {
              logs: await openLogImport({
                config,
                db,
                first,
                paths: paths.map(({ path }) => path),
                names: new Map(paths.map(({ path, name }) => [path, name])),
              }),
            }
          : { format: formatOf(source), files: await openUploads(paths) };
      await runImport({
        db,
        definitions,
        website,
        importId,
        signal,
        job,
        now: Date.now,
        pace: await openImportPace(config.DATA_DIR),
        assertOwner: () => lease.assertHeld(),
      });
    } finally {
      await lease.close();
    }
  } finally {
    await close();
  }
}
