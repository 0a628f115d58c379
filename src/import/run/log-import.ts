import type { Import, ImportedFile } from "../../definitions/import.ts";
import type { ImportProblem } from "../../model/import-problems.ts";
import { type ImportCounts, noCounts, rowsOf } from "../access-log/import-counts.ts";
import { Importer, type ImporterDeps } from "../access-log/importer.ts";
import { AccessLogUnreadable } from "../access-log/log-file.ts";
import { AccessLogRefused } from "../access-log/open-log.ts";
import type { FollowedTable } from "../follow/followed-piece.ts";
import { settleFollowed } from "../follow/settle-followed.ts";
import { ImportFailed } from "../problems.ts";
import type { RunContext } from "./run-context.ts";
import { type RunningImport, Withdrawn } from "./running-import.ts";

/** The interval at which the record is read, also while standard input has nothing. */
const lookEveryMs = 2_000;
/** Files that the record of an import names; a directory may have any number. */
const filesMax = 1_000;

export interface LogImportOptions {
  /** The logs, and directories of logs. */
  readonly paths: readonly string[];
  /** The names of the files of an upload: path → name. */
  readonly names?: ReadonlyMap<string, string>;
  readonly deps: Pick<ImporterDeps, "processEvent" | "readOf" | "salts" | "idempotencyRecords">;
  /** The logs that are followed. */
  readonly followed: FollowedTable;
}

/**
 * An import of access logs. It owns no day: a log is known by its beginning, and its lines count
 * beside what is there. So an import that is cut off goes on behind the lines that it has stored.
 */
export class LogImport {
  /** The lines of the run. The record has those of all runs of the import. */
  counts: ImportCounts = noCounts();
  /** Sentences about what the logs lack. */
  notes: readonly string[] = [];
  readonly #options: LogImportOptions;

  constructor(options: LogImportOptions) {
    this.#options = options;
  }

  async run(context: RunContext, { options, isDryRun, upload }: Import): Promise<void> {
    const { website, name, running, now } = context;
    const { paths, deps, followed } = this.#options;
    // Followers keep out of the way from here on, as the record says that the import runs.
    await settleFollowed(followed, website.id);
    const importId = String(name.importId);
    const importer = await Importer.open({ ...deps, website, now, importId, isDryRun });
    this.counts = importer.runCounts;
    const files: ImportedFile[] = [];
    const onFile = (file: ImportedFile) => void (files.length < filesMax && files.push(file));
    // The record of an upload has its files.
    const changes = (): Partial<Import> => ({
      rows: rowsOf(importer.counts),
      ...(upload === null && { files: [...files] }),
    });
    const stop = new AbortController();
    let storing = Promise.resolve();
    const bytes = new BytesOfFiles();
    const onProgress = (file: string, bytesRead: number) => {
      const rowsRead = importer.runCounts.linesRead;
      const progress = { rowsRead, bytesRead: bytes.add(file, bytesRead), file };
      storing = storing
        .then(() => running.progress(progress, changes))
        .catch((error: unknown) => stop.abort(error));
    };
    const format = typeof options["format"] === "string" ? options["format"] : undefined;
    const signal = AbortSignal.any([stop.signal, running.signal]);
    const timer = setInterval(() => void stopIfWithdrawn(running, stop), lookEveryMs);
    try {
      await importer.importFiles(paths, {
        format,
        onProgress,
        signal,
        ...(running.isPaced && { rest: () => running.rest() }),
        ...(upload === null && { onFile }),
      });
      await storing;
      signal.throwIfAborted();
    } catch (error) {
      const isOfLog = error instanceof AccessLogUnreadable || error instanceof AccessLogRefused;
      throw isOfLog ? new ImportFailed(this.#problemOf(error), { cause: error }) : error;
    } finally {
      clearInterval(timer);
      this.notes = importer.notes;
      await storing;
      await running.update(changes());
    }
  }

  /** Returns the problem of a log, which names the file as whoever imports it knows it. */
  #problemOf(error: AccessLogUnreadable | AccessLogRefused): ImportProblem {
    const name = this.#options.names?.get(error.path);
    return name === undefined ? error.problem : error.under(name, "file_stopped");
  }
}

async function stopIfWithdrawn(running: RunningImport, stop: AbortController): Promise<void> {
  try {
    await running.read();
  } catch (error) {
    // A store that is unavailable may be back before the next piece.
    if (error instanceof Withdrawn) stop.abort(error);
  }
}

/** Adds up the bytes that were read of files, one file after the other. */
class BytesOfFiles {
  #file = "";
  #bytesOfFile = 0;
  #bytesBefore = 0;

  add(file: string, bytesRead: number): number {
    if (file !== this.#file) this.#bytesBefore += this.#bytesOfFile;
    this.#file = file;
    this.#bytesOfFile = bytesRead;
    return this.#bytesBefore + bytesRead;
  }
}
