import { setTimeout as delay } from "node:timers/promises";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { answerAgeMsMax } from "../../base/freshness.ts";
import type { Database } from "../../clickhouse/database.ts";
import { type Import, isContinuable } from "../../definitions/import.ts";
import type { ImportProblem } from "../../model/import-problems.ts";
import type { Website } from "../../websites/website.ts";
import type { SourceFile } from "../files/source-file.ts";
import { applyRules, type Format } from "../format.ts";
import { ImportFailed } from "../problems.ts";
import { EventImport } from "./event-import.ts";
import type { LogImport } from "./log-import.ts";
import { findImports } from "./records.ts";
import { discardFailed } from "./removal.ts";
import type { RunContext } from "./run-context.ts";
import { RunningImport, type RunningImportOptions, Withdrawn } from "./running-import.ts";
import { TotalImport } from "./total-import.ts";

export interface ImportRunOptions extends Omit<RunningImportOptions, "websiteId"> {
  /** The database that has the website's events. */
  readonly db: Database;
  readonly website: Website;
  /** The files, and their format. */
  readonly job:
    | { readonly format: Format; readonly files: readonly SourceFile[] }
    | { readonly logs: LogImport };
}

/**
 * Runs an import to its end, from wherever an earlier run was cut off. When it has ended, nobody
 * gets an answer from before. Access logs that a command reads do not wait for that.
 *
 * 1. All rows go to tables that no query reads. A run that was cut off here begins anew.
 * 2. It is decided which days the import takes, and its record says so. The staged events of these
 *    days never change from then on.
 * 3. The events go to `events`, in batches that follow from the staged days. A batch is one insert,
 *    which is stored as a whole or not at all, so the rest is found by looking. Totals become
 *    values of a roll-up, which count as soon as `archived_rollups` names it.
 *
 * Access logs own no days, and have a way of their own. An import that fails removes what it has
 * added, unless a later run goes on with it.
 *
 * Resolves with the import when it is done or has failed; with undefined if it is to be undone
 * instead. Rejects with `Problem` STORE_UNAVAILABLE if the store becomes unavailable, and with the
 * signal's reason.
 */
export async function runImport(options: ImportRunOptions): Promise<Import | undefined> {
  const { db, website, importId, job, now } = options;
  const name = { websiteId: website.id, importId };
  const running = new RunningImport({ ...options, websiteId: website.id });
  const readOthers = async () => {
    const imports = (await findImports(db)).filter(({ websiteId }) => websiteId === website.id);
    return imports.flatMap(({ record }) => (record.id === importId ? [] : [record.content]));
  };
  const run: RunContext = { db, website, name, running, readOthers, now };
  try {
    const before = await running.read();
    const context = { ...run, website: websiteOf(run, before) };
    if ("logs" in job) await job.logs.run(context, before);
    else if (job.format.kind === "events") {
      await new EventImport(context).run(job.format, job.files, before);
    } else {
      await new TotalImport(context).run(job.format, job.files, before);
    }
    await outliveAnswers(before, running.signal);
    return await running.finish({ status: "done" });
  } catch (error) {
    if (error instanceof Withdrawn) return undefined;
    if (!(error instanceof ImportFailed)) throw error;
    return fail(run, error.problem);
  }
}

/** Returns the website as events see it: without rules for pages, if the import applies none. */
function websiteOf({ website }: RunContext, { options }: Import): Website {
  return options[applyRules] === 0 ? { ...website, pageRules: [] } : website;
}

/** Ends the import for this reason. Resolves with undefined if it is to be undone. */
async function fail(
  { db, name, running }: RunContext,
  problem: ImportProblem,
): Promise<Import | undefined> {
  try {
    const before = await running.read();
    const changes = await discardFailed(db, name, before);
    await outliveAnswers(before, running.signal);
    return await running.finish({ ...changes, status: "failed", problem });
  } catch (error) {
    if (error instanceof Withdrawn) return undefined;
    throw error;
  }
}

/** Resolves when no answer from before is given again. */
async function outliveAnswers(content: Import, signal: AbortSignal): Promise<void> {
  if (content.isDryRun || isContinuable(content)) return;
  await untilAborted(delay(answerAgeMsMax), signal);
}
