import type { StoredAccess } from "../../access/stored-access.ts";
import type { BackgroundJob } from "./background-jobs.ts";

/**
 * Returns the job that reads the changes of keys, people and sessions, so that a change of another
 * process is in force within a second. Each process has it: one that only waited for announcements
 * could miss one, and would not know whether it has the newest records.
 */
export function accessJob(access: StoredAccess): BackgroundJob {
  return { name: "read keys and people", everyMs: 500, run: () => access.refresh() };
}
