import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../../config.ts";
import type { Definition } from "../../definitions/definition.ts";
import type { Import } from "../../definitions/import.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { Problem } from "../../errors.ts";
import { removeImported } from "../../import/removal.ts";
import { hasUpload, removeUpload, removeUploads } from "../../import/upload.ts";
import { SingleFlight } from "../../single-flight.ts";
import type { Database } from "../../store/database.ts";
import { sql } from "../../store/sql.ts";
import type { Website } from "../../websites/website.ts";
import { endAbandonedImports, failImport, isImporting } from "./abandoned.ts";
import type { ImportOrder } from "./import-process.ts";

/** Beside this file's directory, whether it runs from src or from dist. */
const processFile = fileURLToPath(new URL("../../../dist/import-process.js", import.meta.url));
/** An import that stopped so often in this process would stop again. */
const attemptsMax = 3;
/** A dry run is forgotten so long after its end. */
const dryRunMs = 60 * 60_000;
const stopMs = 5_000;

/** A shard, as far as imports need it. */
export interface ImportShard {
  readonly db: Database;
  readonly definitions: Definitions;
}

export interface ImportsOptions {
  readonly config: Config;
  /** The directory of all uploads. */
  readonly uploads: string;
  readonly shards: readonly ImportShard[];
  /** The database with the websites. */
  readonly first: Database;
  readonly findWebsite: (id: number) => Website | undefined;
  /** Called when days have got events or totals, or have lost them. */
  readonly onChange: () => void;
  readonly logger: Logger;
  readonly now: () => number;
}

interface Found {
  readonly shard: ImportShard;
  readonly websiteId: number;
  readonly record: Definition<"import">;
}

/**
 * Does what the records of imports ask for: runs those whose files are on this machine, each in a
 * process of its own, and takes away what is to be undone. Whatever was cut off goes on, or begins
 * anew, when `look` is called the next time.
 */
export class Imports {
  readonly #options: ImportsOptions;
  readonly #flight = new SingleFlight(() => this.#look());
  readonly #running = new Map<string, ChildProcess>();
  readonly #attempts = new Map<string, number>();
  #isAskedAgain = false;

  constructor(options: ImportsOptions) {
    this.#options = options;
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

  /** Ends the running imports, which go on at the next start. */
  async stop(): Promise<void> {
    const ended = this.#flight.stop();
    await Promise.all([...this.#running.values()].map(stopChild));
    await ended;
  }

  async #look(): Promise<void> {
    while (this.#isAskedAgain && !this.#flight.signal.aborted) {
      this.#isAskedAgain = false;
      const found = await this.#find();
      for (const each of found) {
        if (this.#flight.signal.aborted) return;
        await this.#serve(each);
      }
      await this.#removeLeftUploads(found);
    }
  }

  /** Returns every import that something is to be done for. */
  async #find(): Promise<Found[]> {
    const found: Found[] = [];
    for (const shard of this.#options.shards) {
      const rows = await shard.db.rows<{ id: number }>(sql`
        SELECT DISTINCT website_id AS id
        FROM definitions
        WHERE kind = 'import'`);
      for (const { id } of rows) {
        const set = await shard.definitions.of(id);
        const imports = set.list("import");
        found.push(...imports.map((record) => ({ shard, websiteId: id, record })));
      }
    }
    return found;
  }

  async #serve(found: Found): Promise<void> {
    const { content } = found.record;
    const { uploads, now } = this.#options;
    if (content.status === "deleting") return this.#undo(found);
    if (content.status === "running") {
      if (content.upload === null) return this.#endAbandoned(found);
      if (await hasUpload(uploads, content.upload)) await this.#start(found);
      return;
    }
    const isOld = content.finishedAt !== null && now() - Date.parse(content.finishedAt) > dryRunMs;
    if (content.isDryRun && isOld) await this.#forget(found);
  }

  async #start(found: Found): Promise<void> {
    const { config, uploads, findWebsite, logger } = this.#options;
    const name = nameOf(found);
    if (this.#running.has(name)) return;
    const website = findWebsite(found.websiteId);
    if (website === undefined) return;
    const attempts = (this.#attempts.get(name) ?? 0) + 1;
    if (attempts > attemptsMax) {
      return this.#fail(found, "The import stopped unexpectedly; the log has the reason.");
    }
    this.#attempts.set(name, attempts);
    const child = fork(processFile, { serialization: "advanced", execArgv: [] });
    this.#running.set(name, child);
    const order: ImportOrder = {
      ...{ config, uploads },
      domain: website.domain,
      importId: found.record.id,
    };
    child.send(order);
    child.once("exit", (code) => {
      this.#running.delete(name);
      if (this.#flight.signal.aborted) return;
      if (code === 0) this.#attempts.delete(name);
      else logger.debug({ name, code }, "the process of an import has ended");
      this.#options.onChange();
      this.look();
    });
  }

  /** Ends imports of commands that are gone. */
  async #endAbandoned({ shard, websiteId }: Found): Promise<void> {
    const { first, now } = this.#options;
    await endAbandonedImports({ ...shard, first, websiteId, nowMs: now() });
  }

  async #fail({ shard, websiteId, record }: Found, problem: string): Promise<void> {
    await failImport({ ...shard, websiteId, record }, problem, this.#options.now());
    await this.#removeFiles(record.content);
    this.#options.onChange();
  }

  async #undo(found: Found): Promise<void> {
    const { shard, websiteId, record } = found;
    const child = this.#running.get(nameOf(found));
    if (child !== undefined) await stopChild(child);
    // Another process may still be writing. It stops as soon as it reads the record.
    if (await isImporting(this.#options.first, websiteId)) return;
    await removeImported(shard.db, { websiteId, importId: record.id }, record.content);
    await this.#forget(found);
    this.#options.onChange();
  }

  async #forget(found: Found): Promise<void> {
    const { shard, websiteId, record } = found;
    await this.#removeFiles(record.content);
    await shard.definitions.remove(websiteId, "import", record.id).catch((error: unknown) => {
      // Another Footfall was faster.
      if (!(error instanceof Problem && error.code === "NOT_FOUND")) throw error;
    });
  }

  async #removeFiles({ upload }: Import): Promise<void> {
    if (upload !== null) await removeUpload(this.#options.uploads, upload);
  }

  async #removeLeftUploads(found: readonly Found[]): Promise<void> {
    const { uploads, now } = this.#options;
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
    await removeUploads(uploads, kept, now());
  }
}

function nameOf({ websiteId, record }: Found): string {
  return `${websiteId} ${record.id}`;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  if (child.connected) child.disconnect();
  const late = setTimeout(() => child.kill("SIGKILL"), stopMs);
  await ended;
  clearTimeout(late);
}
