import { isoSeconds } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { readHeartbeats } from "../../clickhouse/shards/heartbeats.ts";
import type { Definition } from "../../definitions/definition.ts";
import { isContinuable } from "../../definitions/import.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { discardFailed } from "../../import/run/removal.ts";
import { importProblem } from "../../model/import-problems.ts";

/** An import of a website, and where it is. */
export interface FoundImport {
  readonly db: Database;
  readonly definitions: Definitions;
  readonly websiteId: number;
  readonly record: Definition<"import">;
}

/** Returns whether a process imports into the website. */
export async function isImporting(first: Database, websiteId: number): Promise<boolean> {
  const heartbeats = await readHeartbeats(first, "import");
  return heartbeats.some((heartbeat) => heartbeat.websiteId === websiteId);
}

/**
 * Ends a running import whose command was interrupted, or is gone, and removes what it has added,
 * unless a later run goes on with it.
 */
export async function failImport(
  { db, definitions, websiteId, record }: FoundImport,
  reason: "interrupted" | "cut_off",
  nowMs: number,
): Promise<void> {
  const found = (await definitions.of(websiteId)).find("import", record.id);
  if (found === undefined || found.content.status !== "running") return;
  const name = { websiteId, importId: record.id };
  const changes = await discardFailed(db, name, found.content);
  const problem = importProblem(isContinuable(found.content) ? `${reason}_again` : reason);
  const finishedAt = isoSeconds(nowMs);
  await definitions.update({ routine: "import run" }, websiteId, "import", record.id, (before) =>
    before.status === "running"
      ? { ...before, ...changes, status: "failed", problem, finishedAt }
      : undefined,
  );
}

/**
 * Fails the imports of commands that are gone. Their files are elsewhere, so Footfall cannot go on
 * with them. The same command can, if it reads access logs.
 */
export async function failCutOffImports(options: {
  readonly db: Database;
  readonly definitions: Definitions;
  readonly first: Database;
  readonly websiteId: number;
  readonly nowMs: number;
}): Promise<void> {
  const { db, definitions, first, websiteId, nowMs } = options;
  const imports = (await definitions.of(websiteId)).list("import");
  const left = imports.filter(
    ({ content: { status, upload } }) => status === "running" && upload === null,
  );
  if (left.length === 0 || (await isImporting(first, websiteId))) return;
  for (const record of left) {
    const found = { db, definitions, websiteId, record };
    await failImport(found, "cut_off", nowMs);
  }
}
