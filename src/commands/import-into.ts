import { createReadStream } from "node:fs";
import { basename, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { abortOnStop } from "../base/async/stop-signal.ts";
import type { Config } from "../base/config.ts";
import { Problem } from "../base/errors.ts";
import type { Definition } from "../definitions/definition.ts";
import { type Import, type ImportedFile, isUnderWay } from "../definitions/import.ts";
import type { Definitions } from "../definitions/stored-definitions.ts";
import { openUploads } from "../import/files/archive.ts";
import { FileDigest } from "../import/files/file-digest.ts";
import type { Source } from "../import/format.ts";
import {
  type BegunImport,
  beginImport,
  type ChosenFormat,
  formatOf,
  type ImportRequest,
} from "../import/import-request.ts";
import { type ImportRunOptions, runImport } from "../import/run/import-run.ts";
import type { Pace } from "../import/run/pace.ts";
import { Lease } from "../move/lease.ts";
import { failCutOffImports, failImport } from "../server/imports/cut-off-imports.ts";
import { openImportPace } from "../server/imports/import-pace.ts";
import { openLogImport } from "../server/imports/open-log-import.ts";
import { openDefinitions } from "../server/parts/open-services.ts";
import type { WebsiteStore } from "../server/shards/website-store.ts";
import { startImportBar } from "./import-bar.ts";
import { historyResult, logResult } from "./import-result.ts";

/** The audit list tells of imports over the API alone. */
const command = { routine: "import command" } as const;

/** An import that was killed looks alive for ten seconds, so a command waits longer than that. */
const waitMsMax = 20_000;
const lookAgainMs = 300;

export interface ImportArgs {
  readonly domain: string;
  /** The product that the files come from; undefined if the files tell. */
  readonly source: Source | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly isDryRun: boolean;
  /** Whether it gives way to collecting, as an import over the API does. */
  readonly isGentle: boolean;
  /** Files; of access logs also directories, or `-` for standard input. */
  readonly files: readonly string[];
}

/** A website's store, and the records of its imports. */
type Target = Pick<WebsiteStore, "website" | "db" | "first"> & {
  readonly definitions: Definitions;
};

/**
 * Imports the files, and prints what became of them. Resolves with the import when it has ended;
 * with undefined if it was undone meanwhile.
 */
export async function importInto(
  store: WebsiteStore,
  chosen: ChosenFormat,
  args: ImportArgs,
  config: Config,
): Promise<Import | undefined> {
  const target = { ...store, definitions: openDefinitions(store.db, Date.now) };
  const job = await openJob(store, chosen, args, config);
  const pace = args.isGentle ? await openImportPace(config.DATA_DIR) : undefined;
  const request = { ...args, ...(await identify(chosen, args.files)), upload: null };
  const stopped = abortOnStop();
  const { record, isNew, lease } = await beginAlone(target, chosen, request, stopped);
  try {
    const run = { record, lease, pace, files: args.files, stopped };
    if (isNew) return await runUntilStopped(target, job, run);
    process.stdout.write(historyResult(record.content));
    return record.content;
  } finally {
    // Nobody asks for it later.
    if (args.isDryRun) await forget(target, record);
    await lease.close();
  }
}

async function openJob(
  { db, first }: WebsiteStore,
  { source }: ChosenFormat,
  { files }: ImportArgs,
  config: Config,
): Promise<ImportRunOptions["job"]> {
  if (source === "access-log") {
    return { logs: await openLogImport({ config, db, first, paths: files }) };
  }
  const uploads = files.map((path) => ({ path, name: basename(path) }));
  return { format: formatOf(source), files: await openUploads(uploads) };
}

/** Resolves with what tells the import from others: the content of files, or the paths of logs. */
async function identify(
  { source }: ChosenFormat,
  files: readonly string[],
): Promise<Pick<ImportRequest, "files" | "paths">> {
  if (source !== "access-log") return { files: await hashFiles(files) };
  // Logs are hashed while they are imported.
  return { files: [], paths: files.map((path) => (path === "-" ? path : resolve(path))) };
}

/** Hashes one after the other: a process may not open any number of files. */
async function hashFiles(paths: readonly string[]): Promise<ImportedFile[]> {
  const files: ImportedFile[] = [];
  for (const path of paths) {
    const digest = new FileDigest();
    for await (const chunk of createReadStream(path)) digest.add(chunk as Buffer);
    files.push(digest.end(basename(path)));
  }
  return files;
}

/**
 * Makes the record of the import when no other one is under way. Rejects with `Problem`
 * IMPORT_RUNNING if another one goes on, and with the reason of `stopped`.
 */
async function beginAlone(
  target: Target,
  chosen: ChosenFormat,
  request: ImportRequest,
  stopped: AbortSignal,
): Promise<BegunImport & { readonly lease: Lease }> {
  const { website, first, definitions } = target;
  const startMs = performance.now();
  for (;;) {
    stopped.throwIfAborted();
    await failCutOffImports({ ...target, websiteId: website.id, nowMs: Date.now() });
    const imports = (await definitions.of(website.id)).list("import");
    if (!imports.some(({ content }) => isUnderWay(content))) {
      const lease = await Lease.open({ first, role: "import", website });
      try {
        return { ...(await beginImport(command, definitions, website.id, chosen, request)), lease };
      } catch (error) {
        await lease.close();
        // Another one was faster.
        if (!(error instanceof Problem && error.code === "IMPORT_RUNNING")) throw error;
      }
    }
    if (performance.now() - startMs > waitMsMax) throw new Problem("IMPORT_RUNNING");
    await delay(lookAgainMs);
  }
}

interface Run {
  readonly record: Definition<"import">;
  readonly lease: Lease;
  readonly pace: Pace | undefined;
  readonly files: readonly string[];
  readonly stopped: AbortSignal;
}

async function runUntilStopped(
  target: Target,
  job: ImportRunOptions["job"],
  { record, lease, pace, files, stopped }: Run,
): Promise<Import | undefined> {
  const bar = await startImportBar(files);
  try {
    const content = await runImport({
      ...target,
      importId: record.id,
      job,
      now: Date.now,
      ...(pace && { pace }),
      assertOwner: () => lease.assertHeld(),
      signal: stopped,
      onProgress: (progress) => bar?.update(progress),
    }).finally(() => bar?.stop());
    if (content !== undefined && !("logs" in job)) process.stdout.write(historyResult(content));
    return content;
  } catch (error) {
    if (stopped.aborted) {
      const found = { ...target, websiteId: target.website.id, record };
      await failImport(found, "interrupted", Date.now());
    }
    throw error;
  } finally {
    // What a run has stored stays, however it ended.
    if ("logs" in job) process.stdout.write(logResult(job.logs));
  }
}

async function forget({ website, definitions }: Target, { id }: Definition): Promise<void> {
  // A store that is unavailable forgets it an hour after its end.
  await definitions.remove(command, website.id, "import", id).catch(() => {});
}
