import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import type { FastifyBaseLogger as Logger } from "fastify";

import { openPlaces } from "../collect/places.ts";
import type { Config } from "../config.ts";
import { Problem, StartRefused } from "../errors.ts";
import { type ImportCounts, Importer } from "../import/access-log/importer.ts";
import { AccessLogUnreadable, fileSizeBytes } from "../import/access-log/log-file.ts";
import { Claim } from "../move/claim.ts";
import { openWebsiteStore } from "../server/shards/website-store.ts";
import { createEventProcessing, openIdempotencyRecords, openSalts } from "../server/wiring.ts";
import { eventTable } from "../store/events.ts";

const usage = "usage: npm run import -- --website DOMAIN FILE… (- reads standard input)";

/**
 * Runs `npm run import -- --website DOMAIN FILE…`: imports page views from access logs. They go
 * into the store of the same `DATA_DIR` or `CLICKHOUSE_URL`, whether or not a Footfall runs on it.
 */
export async function importLogs(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const { domain, files } = readArgs(args);
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
    const deps = { website, processEvent, salts, idempotencyRecords, now: Date.now };
    const importer = await Importer.open(deps);
    const complete = await importFiles(importer, files);
    process.stdout.write(report(importer.counts));
    return complete ? 0 : 1;
  } finally {
    await claim?.close();
    await close();
  }
}

function readArgs(args: readonly string[]): { domain: string; files: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { website: { type: "string" } },
      allowPositionals: true,
    });
    if (values.website !== undefined && positionals.length > 0) {
      return { domain: values.website, files: positionals };
    }
  } catch {}
  throw new StartRefused(usage);
}

/**
 * Resolves with true if every file was read to its end. Otherwise standard error names the cause.
 */
async function importFiles(importer: Importer, files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    try {
      await importFile(importer, file);
    } catch (error) {
      if (error instanceof Problem) {
        process.stderr.write(
          "footfall: the store does not answer; run the import again to continue\n",
        );
        return false;
      }
      if (!(error instanceof AccessLogUnreadable)) throw error;
      process.stderr.write(`footfall: ${error.message}\n`);
      return false;
    }
  }
  return true;
}

async function importFile(importer: Importer, file: string): Promise<void> {
  const sizeBytes = await fileSizeBytes(file);
  const bar = new SingleBar({
    stream: process.stderr,
    // Without a terminal, the bar draws nothing.
    noTTYOutput: false,
    format: `${file} {bar} {percentage} % | {lines} lines | {eta_formatted} left`,
    clearOnComplete: true,
  });
  const isShown = sizeBytes !== undefined && process.stderr.isTTY;
  if (isShown) bar.start(sizeBytes, 0, { lines: 0 });
  try {
    await importer.importFile(file, (bytesRead) => {
      if (isShown) bar.update(bytesRead, { lines: importer.counts.linesRead });
    });
  } finally {
    if (isShown) bar.stop();
  }
}

function report(counts: ImportCounts): string {
  const dropped = Object.entries(counts.dropped).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows: [string, number][] = [
    ["lines read", counts.linesRead],
    ["imported", counts.imported],
    ...dropped.map(([reason, lines]): [string, number] => [`dropped: ${reason}`, lines]),
    ["unreadable", counts.unreadable],
    ["already imported", counts.alreadyImported],
  ];
  return rows.map(([name, lines]) => `${name.padEnd(20)} ${String(lines).padStart(12)}\n`).join("");
}
