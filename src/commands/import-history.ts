import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { SingleBar } from "cli-progress";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../config.ts";
import type { Import, ImportedFile } from "../definitions/import.ts";
import { Problem, StartRefused } from "../errors.ts";
import { openUploads } from "../import/archive.ts";
import { runImport } from "../import/import-run.ts";
import {
  beginImport,
  type ChosenFormat,
  chooseFormat,
  formatOf,
  readSource,
} from "../import/new-import.ts";
import type { ImportProgress } from "../import/running-import.ts";
import { Claim } from "../move/claim.ts";
import { endAbandonedImports, failImport } from "../server/imports/abandoned.ts";
import { openWebsiteStore, type WebsiteStore } from "../server/shards/website-store.ts";
import { openDefinitions } from "../server/wiring.ts";
import { stopSignal } from "../stop-signal.ts";

export interface HistoryArgs {
  readonly domain: string;
  /** The product that the files come from; undefined if the files tell. */
  readonly source: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly isDryRun: boolean;
  readonly files: readonly string[];
}

/**
 * Imports the history of another product into the store of the same `DATA_DIR` or `CLICKHOUSE_URL`,
 * whether or not a Footfall runs on it. Resolves with the exit code, or with undefined if nothing
 * names the format and the files look like access logs.
 */
export async function importHistory(
  config: Config,
  args: HistoryArgs,
  logger: Logger,
): Promise<number | undefined> {
  const files = args.files.map((path) => ({ path, name: basename(path) }));
  const requested = { ...args, source: readSource(args.source) };
  const chosen = await inOneLine(() =>
    chooseFormat({ paths: files, open: () => openUploads(files) }, requested),
  );
  if (chosen.source === "access-log") return undefined;
  const store = await openWebsiteStore(config, args.domain, logger);
  try {
    const content = await inOneLine(() => importInto(store, chosen, requested));
    if (content === undefined) throw new StartRefused("the import was undone meanwhile");
    process.stdout.write(report(content));
    if (content.problem !== null) process.stderr.write(`footfall: ${content.problem}\n`);
    return content.status === "failed" ? 1 : 0;
  } finally {
    await store.close();
  }
}

/** Resolves with the import when it has ended; with undefined if it was undone. */
async function importInto(
  { website, db, first }: WebsiteStore,
  chosen: ChosenFormat,
  { files, options, isDryRun }: Pick<HistoryArgs, "files" | "options" | "isDryRun">,
): Promise<Import | undefined> {
  const definitions = openDefinitions(db, Date.now);
  await endAbandonedImports({ db, definitions, first, websiteId: website.id, nowMs: Date.now() });
  const claim = await Claim.open({ first, role: "import", website });
  try {
    const hashed = await Promise.all(files.map(hashFile));
    const request = { source: chosen.source, options, isDryRun, files: hashed, upload: null };
    const { record, isNew } = await beginImport(definitions, website.id, chosen, request);
    if (!isNew) return record.content;
    const stopping = new AbortController();
    void stopSignal().then((signal) => stopping.abort(new StartRefused(`stopped by ${signal}`)));
    const bar = startBar(hashed);
    const paths = files.map((path) => ({ path, name: basename(path) }));
    try {
      return await runImport({
        ...{ db, definitions, website, importId: record.id, now: Date.now },
        job: { format: formatOf(chosen.source), files: await openUploads(paths) },
        assertOwner: () => claim.assertHeld(),
        signal: stopping.signal,
        onProgress: (progress) => bar?.update(progress),
      }).finally(() => bar?.stop());
    } catch (error) {
      if (stopping.signal.aborted) {
        const found = { db, definitions, websiteId: website.id, record };
        await failImport(found, "The command was interrupted.", Date.now());
      }
      throw error;
    }
  } finally {
    await claim.close();
  }
}

/** Rejects with `StartRefused`, whose one line says what is wrong. */
async function inOneLine<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (isSystemError(error)) throw new StartRefused(error.message, { cause: error });
    if (!(error instanceof Problem)) throw error;
    const [[field, messages] = []] = Object.entries(error.fields ?? {});
    const message = messages?.[0] ?? error.message;
    throw new StartRefused(
      field === undefined || field === "file" ? message : `${field} ${message}`,
    );
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

async function hashFile(path: string): Promise<ImportedFile> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { name: basename(path), bytes: size, sha256: hash.digest("hex") };
}

/** Starts a bar over the bytes of all files; packed ones have more than it shows. */
function startBar(files: readonly ImportedFile[]) {
  if (!process.stderr.isTTY) return undefined;
  const bar = new SingleBar({
    stream: process.stderr,
    format: "{bar} {percentage} % | {rows} rows",
    clearOnComplete: true,
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  bar.start(bytes, 0, { rows: 0 });
  return {
    update: ({ rowsRead, bytesRead }: ImportProgress) =>
      bar.update(Math.min(bytesRead, bytes), { rows: rowsRead }),
    stop: () => bar.stop(),
  };
}

function report({ rows, days, unmapped, ignored, status, isDryRun }: Import): string {
  const skipped = Object.entries(rows.skipped).sort(([a], [b]) => (a < b ? -1 : 1));
  const { collected, imported, not_over } = days.leftBecause;
  const lines: (readonly [string, number])[] = [
    ["rows read", rows.read],
    ["imported", rows.imported],
    ...skipped.map(([reason, count]) => [`skipped: ${reason}`, count] as const),
    ["days taken", days.taken],
    ["days left: collected", collected],
    ["days left: imported", imported],
    ["days left: not over", not_over],
  ];
  const counts = lines.map(([name, count]) => `${name.padEnd(24)} ${String(count).padStart(12)}\n`);
  const unknown = Object.entries(unmapped).flatMap(([name, spellings]) =>
    Object.entries(spellings).map(([text, count]) => `unknown ${name}: ${text} (${count})\n`),
  );
  const files = ignored.map((name) => `not read: ${name}\n`);
  const note = isDryRun && status === "done" ? ["Nothing was stored: this was a dry run.\n"] : [];
  return [...counts, ...unknown, ...files, ...note].join("");
}
