import { SingleBar } from "cli-progress";
import type { FastifyBaseLogger as Logger } from "fastify";

import { openPlaces } from "../collect/places.ts";
import type { Config } from "../config.ts";
import { Problem } from "../errors.ts";
import type { ImportCounts } from "../import/access-log/import-counts.ts";
import { Importer } from "../import/access-log/importer.ts";
import { AccessLogUnreadable, fileSizeBytes } from "../import/access-log/log-file.ts";
import { listLogs } from "../import/access-log/log-paths.ts";
import { AccessLogRefused } from "../import/access-log/open-log.ts";
import { Claim } from "../move/claim.ts";
import { openWebsiteStore } from "../server/shards/website-store.ts";
import { createEventProcessing, openIdempotencyRecords, openSalts } from "../server/wiring.ts";
import { eventTable } from "../store/events.ts";

/**
 * Imports page views from access logs into the store of the same `DATA_DIR` or `CLICKHOUSE_URL`,
 * whether or not a Footfall runs on it. Resolves with the exit code.
 */
export async function importLogs(
  config: Config,
  { domain, format, isDryRun, files }: LogArgs,
  logger: Logger,
): Promise<number> {
  const findPlace = await openPlaces(config.GEOIP_DB);
  const { website, db, first, close } = await openWebsiteStore(config, domain, logger);
  let claim: Claim | undefined;
  try {
    // A website moves between several servers only.
    if (config.CLICKHOUSE_URL.length > 1) {
      claim = await Claim.open({ first, role: "import", website });
    }
    const salts = openSalts(first, Date.now);
    const processEvent = createEventProcessing(findPlace, salts);
    const idempotencyRecords = openIdempotencyRecords(db, eventTable(db, first), Date.now);
    const deps = { website, processEvent, salts, idempotencyRecords, now: Date.now, isDryRun };
    const importer = await Importer.open(deps);
    const complete = await importFiles(importer, files, format);
    process.stdout.write(report(importer.counts, importer.notes));
    return complete ? 0 : 1;
  } finally {
    await claim?.close();
    await close();
  }
}

export interface LogArgs {
  readonly domain: string;
  /** The name of a format of access logs; undefined if the first lines tell. */
  readonly format: string | undefined;
  readonly isDryRun: boolean;
  /** Files, directories, or `-` for standard input. */
  readonly files: readonly string[];
}

/**
 * Resolves with true if every file was read to its end. Otherwise standard error names the cause.
 */
async function importFiles(
  importer: Importer,
  paths: readonly string[],
  format: string | undefined,
): Promise<boolean> {
  const bar = process.stderr.isTTY ? await startBar(paths) : undefined;
  const onProgress = (path: string, bytesRead: number) =>
    bar?.update(path, bytesRead, importer.counts.linesRead);
  try {
    await importer.importFiles(paths, { format, onProgress }).finally(() => bar?.stop());
    return true;
  } catch (error) {
    process.stderr.write(`footfall: ${describe(error)}\n`);
    return false;
  }
}

/** Returns the failure of an import in one line. Throws the error if it is a defect. */
function describe(error: unknown): string {
  if (error instanceof Problem)
    return "the store does not answer; run the import again to continue";
  if (error instanceof AccessLogUnreadable || error instanceof AccessLogRefused) {
    return error.message;
  }
  throw error;
}

/** Starts a bar over the bytes of all files, or none if a size is unknown. */
async function startBar(paths: readonly string[]) {
  const files = await sizesOf(paths);
  if (files === undefined) return undefined;
  const bar = new SingleBar({
    stream: process.stderr,
    format: "{file} {bar} {percentage} % | {lines} lines | {eta_formatted} left",
    clearOnComplete: true,
  });
  bar.start(
    [...files.values()].reduce((sum, bytes) => sum + bytes, 0),
    0,
    { lines: 0, file: "" },
  );
  let bytesBefore = 0;
  let current = "";
  return {
    update(file: string, bytesRead: number, lines: number) {
      if (file !== current) bytesBefore += files.get(current) ?? 0;
      current = file;
      bar.update(bytesBefore + bytesRead, { lines, file });
    },
    stop: () => bar.stop(),
  };
}

/** Resolves with the size of each file, or undefined if one has none or cannot be read. */
async function sizesOf(paths: readonly string[]): Promise<Map<string, number> | undefined> {
  const sizes = new Map<string, number>();
  try {
    for (const path of await listLogs(paths)) {
      const bytes = await fileSizeBytes(path);
      if (bytes === undefined) return undefined;
      sizes.set(path, bytes);
    }
  } catch {
    // The import itself says what is wrong with the files.
    return undefined;
  }
  return sizes;
}

function report(counts: ImportCounts, notes: readonly string[]): string {
  const dropped = Object.entries(counts.dropped).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows: [string, number][] = [
    ["lines read", counts.linesRead],
    ["imported", counts.imported],
    ...dropped.map(([reason, lines]): [string, number] => [`dropped: ${reason}`, lines]),
    ["unreadable", counts.unreadable],
    ["already imported", counts.alreadyImported],
  ];
  if (counts.comments > 0) rows.push(["comments", counts.comments]);
  const lines = rows.map(([name, count]) => `${name.padEnd(20)} ${String(count).padStart(12)}\n`);
  return [...lines, ...notes.map((note) => `note: ${note}\n`)].join("");
}
