import type { Import } from "../definitions/import.ts";
import type { ImportCounts } from "./access-log/import-counts.ts";
import { Importer, type ImporterDeps } from "./access-log/importer.ts";
import { AccessLogUnreadable } from "./access-log/log-file.ts";
import { AccessLogRefused } from "./access-log/open-log.ts";
import { ImportFailed } from "./problems.ts";
import type { RunContext } from "./run-context.ts";

export interface LogImportOptions {
  /** The logs, and directories of logs. */
  readonly paths: readonly string[];
  readonly deps: Pick<ImporterDeps, "processEvent" | "salts" | "idempotencyRecords">;
  /** Called with the bytes of a file that have been read. */
  readonly onRead?: (path: string, bytesRead: number, lines: number) => void;
}

/**
 * An import of access logs. It owns no day: a log is known by its beginning, and its lines count
 * beside what is there. So an import that is cut off goes on behind the lines that it has stored.
 */
export class LogImport {
  /** Sentences about what the logs lack. */
  notes: readonly string[] = [];
  readonly #options: LogImportOptions;

  constructor(options: LogImportOptions) {
    this.#options = options;
  }

  async run(context: RunContext, { options, isDryRun }: Import): Promise<void> {
    const { website, name, running, now } = context;
    const { paths, deps, onRead } = this.#options;
    const importId = String(name.importId);
    const importer = await Importer.open({ ...deps, website, now, importId, isDryRun });
    const stop = new AbortController();
    let storing = Promise.resolve();
    const onProgress = (path: string, bytesRead: number) => {
      onRead?.(path, bytesRead, importer.counts.linesRead);
      const progress = { rowsRead: importer.counts.linesRead, bytesRead };
      storing = storing
        .then(() => running.progress(progress, () => ({ rows: rowsOf(importer.counts) })))
        .catch((error: unknown) => stop.abort(error));
    };
    const format = typeof options["format"] === "string" ? options["format"] : undefined;
    try {
      const rest = () => running.rest();
      await importer.importFiles(paths, { format, onProgress, rest, signal: stop.signal });
    } catch (error) {
      const isOfLog = error instanceof AccessLogUnreadable || error instanceof AccessLogRefused;
      throw isOfLog ? new ImportFailed(error.message, { cause: error }) : error;
    }
    await storing;
    stop.signal.throwIfAborted();
    this.notes = importer.notes;
    await running.update({ rows: rowsOf(importer.counts) });
  }
}

/** Reasons that access logs have beside those of events: the line is no view of a page. */
const sameReasons = new Set(["bot", "ip", "hostname"]);

function rowsOf(counts: ImportCounts): Import["rows"] {
  const { linesRead, imported, alreadyImported, comments, unreadable, dropped } = counts;
  const skipped: Record<string, number> = {};
  const skip = (reason: string, lines: number) => {
    if (lines > 0) skipped[reason] = (skipped[reason] ?? 0) + lines;
  };
  skip("broken", unreadable);
  skip("duplicate", alreadyImported);
  for (const [reason, lines] of Object.entries(dropped)) {
    skip(sameReasons.has(reason) ? reason : "kind", lines);
  }
  return { read: linesRead - comments, imported, skipped };
}
