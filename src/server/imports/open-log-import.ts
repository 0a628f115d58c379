import type { Config } from "../../base/config.ts";
import type { Database } from "../../clickhouse/database.ts";
import { followedTable } from "../../import/follow/followed-table.ts";
import { LogImport, type LogImportOptions } from "../../import/run/log-import.ts";
import { eventTable } from "../../tables/event-table.ts";
import {
  createProcessing,
  openIdempotencyRecords,
  openLookups,
  openSalts,
} from "../parts/open-services.ts";

/** Returns an import of access logs, whose lines take the steps of collected events. */
export async function openLogImport({
  config,
  db,
  first,
  ...options
}: {
  readonly config: Config;
  /** The database that has the website's events. */
  readonly db: Database;
  /** The database that has the salts. */
  readonly first: Database;
} & Omit<LogImportOptions, "deps" | "followed">): Promise<LogImport> {
  const salts = openSalts(first, Date.now);
  const processing = createProcessing(await openLookups(config), salts);
  const idempotencyRecords = openIdempotencyRecords(db, eventTable(db, first), Date.now);
  const deps = { ...processing, salts, idempotencyRecords };
  return new LogImport({ ...options, deps, followed: followedTable(db) });
}
