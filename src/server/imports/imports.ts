import type { FastifyBaseLogger as Logger } from "fastify";
import { SingleFlight } from "../../base/async/single-flight.ts";
import { isoSeconds } from "../../base/calendar.ts";
import type { Config } from "../../base/config.ts";
import { Problem } from "../../base/errors.ts";
import { type Import, isForgotten } from "../../definitions/import.ts";
import { hasUpload, removeUpload, removeUploads } from "../../import/files/upload.ts";
import { findImports } from "../../import/run/records.ts";
import { findStaged, StagedEvents, stagingName } from "../../import/run/staged-events.ts";
import { type ImportProblem, importProblem } from "../../model/import-problems.ts";
import { isOn } from "../../websites/website.ts";
import { failCutOffImports, isImporting } from "./cut-off-imports.ts";
import { interruptedCode } from "./import-process.ts";
import {
  ImportRemovals,
  type ImportStore,
  lookAgainMs,
  nameOf,
  type RemovalOptions,
  type StoreImport,
} from "./import-removals.ts";
import { ImportLauncher, type ImportProcess } from "./launcher.ts";

const importRun = { routine: "import run" } as const;
/** An import that stopped so often in this process would stop again. */
const attemptsMax = 3;

export interface ImportsOptions extends RemovalOptions {
  readonly config: Config;
  /** The directory of all uploads. */
  readonly uploads: string;
  /** Called when days have got events or totals, or have lost them. */
  readonly onChange: () => void;
  readonly logger: Logger;
  readonly now: () => number;
}

/**
 * Does what the records of imports ask for: runs those whose files are on this machine, each in a
 * process of its own, and removes what is to be undone. Whatever was cut off goes on, or begins
 * anew, when `look` is called the next time.
 */
export class Imports {
  readonly #options: ImportsOptions;
  readonly #flight = new SingleFlight(() => this.#look());
  readonly #launcher = new ImportLauncher();
  readonly #running = new Map<string, ImportProcess>();
  readonly #attempts = new Map<string, number>();
  readonly #removals: ImportRemovals;
  readonly #nextLooks = new Set<NodeJS.Timeout>();
  /** Uploads of the imports that were there at the last look → the websites of these. */
  #websiteByUpload: ReadonlyMap<string, number> = new Map();
  #isAskedAgain = false;

  constructor(options: ImportsOptions) {
    this.#options = options;
    this.#removals = new ImportRemovals(options);
  }

  /** Resolves when what the records ask for has begun. */
  async run(): Promise<void> {
    this.#isAskedAgain = true;
    await this.#flight.run();
  }

  /** Calls `run` in the background. */
  look(): void {
    this.run().catch((error: unknown) => {
      this.#options.logger.warn({ err: error }, "imports wait until the store answers");
    });
  }

  /** Makes sure that the start of an import holds up nothing. */
  prepare(): void {
    this.#launcher.prepare();
  }

  /** Ends the running imports, which go on at the next start. */
  async stop(): Promise<void> {
    const ended = this.#flight.stop();
    await Promise.all([...this.#running.values()].map((each) => each.stop()));
    await ended;
    for (const timer of this.#nextLooks) clearTimeout(timer);
    this.#launcher.close();
  }

  async #look(): Promise<void> {
    while (this.#isAskedAgain && !this.#flight.signal.aborted) {
      this.#isAskedAgain = false;
      const all = await Promise.allSettled(
        this.#options.stores.map((store) => this.#lookAt(store)),
      );
      const found = all.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
      const failed = all.find((each) => each.status === "rejected");
      // The files of imports in a store that is unavailable may look like those of none.
      if (failed !== undefined) throw failed.reason;
      if (!this.#flight.signal.aborted) await this.#removeLeftUploads(found);
    }
  }

  /** Does what the records in one store ask for. Resolves with its imports. */
  async #lookAt(store: ImportStore): Promise<StoreImport[]> {
    const staged = await findStaged(store.db);
    const found = (await findImports(store.db)).map((each) => ({ ...each, store }));
    let failure: unknown;
    for (const each of found) {
      if (this.#flight.signal.aborted) return found;
      // One that fails must not hold up the others.
      await this.#serve(each).catch((error: unknown) => {
        failure = error;
      });
    }
    if (failure !== undefined) throw failure;
    // Staged rows are left if the import went with its website, or ended when its process did.
    for (const name of staged) {
      const own = found.find(
        ({ websiteId, record }) => websiteId === name.websiteId && record.id === name.importId,
      );
      if (
        own?.record.content.status === "running" ||
        (await isImporting(this.#options.first, name.websiteId))
      ) {
        continue;
      }
      await new StagedEvents(store.db, stagingName(name)).drop();
    }
    return found;
  }

  async #serve(found: StoreImport): Promise<void> {
    const { content } = found.record;
    const { uploads, now, findWebsite } = this.#options;
    const website = findWebsite(found.websiteId);
    if (website === undefined) {
      // Its rows go with those of the website.
      await this.#running.get(nameOf(found))?.stop();
      return;
    }
    if (!isOn(found.store.key, website)) return;
    if (content.status === "deleting") return this.#undo(found);
    if (content.status === "running") {
      if (content.upload === null) return this.#failCutOff(found);
      if (await hasUpload(uploads, content.upload)) return this.#start(found);
      // Another instance may have the files of an import on a server. Here nobody has, as after a
      // restore.
      const isShared = this.#options.config.CLICKHOUSE_URL.length > 0;
      if (!isShared) await this.#fail(found, importProblem("files_gone"));
      return;
    }
    if (isForgotten(content, now())) await this.#forget(found);
  }

  async #start(found: StoreImport): Promise<void> {
    const { config, uploads, findWebsite, logger } = this.#options;
    const name = nameOf(found);
    if (this.#running.has(name)) return;
    const website = findWebsite(found.websiteId);
    if (website === undefined) return;
    const attempts = (this.#attempts.get(name) ?? 0) + 1;
    if (attempts > attemptsMax) {
      return this.#fail(found, importProblem("stopped"));
    }
    this.#attempts.set(name, attempts);
    const running = this.#launcher.start({
      config,
      uploads,
      domain: website.domain,
      importId: found.record.id,
    });
    this.#running.set(name, running);
    void running.ended.then((code) => {
      this.#running.delete(name);
      if (this.#flight.signal.aborted) return;
      if (code === 0) this.#attempts.delete(name);
      else logger.debug({ name, code }, "the process of an import has ended");
      if (code === interruptedCode) {
        // The next look is soon enough for a store that is unavailable, or a move that
        // runs.
        this.#attempts.set(name, attempts - 1);
        return;
      }
      this.#options.onChange();
      this.look();
    });
  }

  /** Looks again, by default when a process that is gone no longer looks alive. */
  #lookSoon(afterMs = lookAgainMs): void {
    const timer = setTimeout(() => {
      this.#nextLooks.delete(timer);
      this.look();
    }, afterMs);
    this.#nextLooks.add(timer);
  }

  /** Ends imports of commands that are gone. */
  async #failCutOff({ store, websiteId }: StoreImport): Promise<void> {
    const { first, now } = this.#options;
    await failCutOffImports({ ...store, first, websiteId, nowMs: now() });
  }

  async #fail(found: StoreImport, problem: ImportProblem): Promise<void> {
    const { record } = found;
    if (!(await this.#isGone(found))) return;
    const finishedAt = isoSeconds(this.#options.now());
    await this.#change(found, (before) =>
      before.status === "running"
        ? {
            ...before,
            status: "failed",
            problem,
            finishedAt,
            taken: [],
            takenEvents: [],
            rows: { ...before.rows, imported: 0 },
          }
        : undefined,
    );
    await this.#removeFiles(record.content);
    this.#options.onChange();
  }

  async #undo(found: StoreImport): Promise<void> {
    const { websiteId } = found;
    await this.#running.get(nameOf(found))?.stop();
    // Another process may still be writing. It stops as soon as it reads the record.
    if (await isImporting(this.#options.first, websiteId)) return this.#lookSoon();
    if (!(await this.#isGone(found))) return;
    await this.#forget(found);
    this.#options.onChange();
  }

  /** Resolves with whether nothing of the import is left; otherwise it looks again. */
  async #isGone(found: StoreImport): Promise<boolean> {
    const waitMs = await this.#removals.remove(found);
    if (waitMs > 0) this.#lookSoon(waitMs);
    return waitMs === 0;
  }

  async #forget(found: StoreImport): Promise<void> {
    const { store, websiteId, record } = found;
    await this.#removeFiles(record.content);
    await store.definitions
      .remove(importRun, websiteId, "import", record.id)
      .catch((error: unknown) => {
        // Another instance was faster.
        if (!(error instanceof Problem && error.code === "NOT_FOUND")) throw error;
      });
  }

  async #change(
    { store, websiteId, record }: StoreImport,
    change: (before: Import) => Import | undefined,
  ): Promise<void> {
    await store.definitions.update(importRun, websiteId, "import", record.id, change);
  }

  async #removeFiles({ upload }: Import): Promise<void> {
    if (upload !== null) await removeUpload(this.#options.uploads, upload);
  }

  async #removeLeftUploads(found: readonly StoreImport[]): Promise<void> {
    const { uploads, now, findWebsite } = this.#options;
    const kept = new Set(
      found.flatMap(({ record: { content } }) =>
        content.status === "running" && content.upload !== null ? [content.upload] : [],
      ),
    );
    // The files of an import that has ended are of no use.
    for (const { record } of found) {
      const { status, upload } = record.content;
      if ((status === "done" || status === "failed") && upload !== null) {
        await removeUpload(uploads, upload);
      }
    }
    const websites = found.flatMap(({ websiteId, record: { content } }) =>
      content.upload === null ? [] : [[content.upload, websiteId] as const],
    );
    // The record of an import goes with its website, and may be gone already.
    for (const [upload, websiteId] of [...this.#websiteByUpload, ...websites]) {
      if (findWebsite(websiteId) === undefined) await removeUpload(uploads, upload);
    }
    this.#websiteByUpload = new Map(websites);
    await removeUploads(uploads, kept, now());
  }
}
