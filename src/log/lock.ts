import { open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { directoryInUse } from "../base/data-directory.ts";

const lockPrefix = "lock-";
const workerPrefix = "worker-";
const pauseMs = 20;
/** Others need less on any machine that is not overloaded. */
const defaultPausesMax = 10;
/** The time for workers of a dead primary to end, which they do as soon as they notice. */
const workersEndWithinMs = 3_000;

/**
 * Locks `directory` for this process alone, and returns a function that unlocks it. Throws
 * `StartRefused` while another process has the lock.
 *
 * - A lock file is empty, and its name says which process made it. So a lock file that a dead
 *   process left behind is recognised, and no other process's lock file is ever removed in its
 *   place.
 * - A process that makes a lock file, and then finds none of another living process, has the lock.
 *   Of two processes, at least one finds the other's lock file, so there are never two owners.
 * - A process that finds another's lock file gives way. But the one whose lock file is first by
 *   name waits for some pauses before, so that one of several that start at once wins.
 */
export async function lockDirectory(
  directory: string,
  pausesMax = defaultPausesMax,
): Promise<() => Promise<void>> {
  const { lockFile, release } = await makeLockFile(directory, lockPrefix);
  for (let pauses = 0; ; pauses += 1) {
    const others = await livingLockFiles(directory, lockPrefix, lockFile);
    if (others.length === 0) break;
    if (pauses >= pausesMax || others.some((other) => other < lockFile)) {
      return refuse(directory, release);
    }
    await delay(pauseMs);
  }
  const deadlineMs = Date.now() + workersEndWithinMs;
  while ((await livingLockFiles(directory, workerPrefix)).length > 0) {
    if (Date.now() > deadlineMs) return refuse(directory, release);
    await delay(pauseMs);
  }
  return release;
}

/**
 * Makes a lock file of a worker of the process that has the lock: while the worker lives, no other
 * process gets the lock. Returns a function that removes the file.
 */
export async function lockForWorker(directory: string): Promise<() => Promise<void>> {
  return (await makeLockFile(directory, workerPrefix)).release;
}

async function refuse(directory: string, release: () => Promise<void>): Promise<never> {
  await release();
  throw directoryInUse(directory);
}

async function makeLockFile(
  directory: string,
  prefix: string,
): Promise<{ lockFile: string; release: () => Promise<void> }> {
  const lockFile = `${prefix}${await describeProcess(process.pid)}`;
  const path = join(directory, lockFile);
  await (await open(path, "w", 0o600)).close();
  return { lockFile, release: () => rm(path, { force: true }) };
}

/** Returns the lock files of other living processes, and removes those of dead ones. */
async function livingLockFiles(directory: string, prefix: string, own?: string): Promise<string[]> {
  const living: string[] = [];
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix) || name === own) continue;
    const pid = Number(name.slice(prefix.length).split("-")[0]);
    const lives = isAlive(pid) && `${prefix}${await describeProcess(pid)}` === name;
    if (lives) living.push(name);
    else await rm(join(directory, name), { force: true });
  }
  return living;
}

function isAlive(pid: number): boolean {
  // For 0 and negative numbers, `kill` would ask about whole groups of processes.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Returns the process's id with, where the system tells, its start time and its boot: a system uses
 * ids again. The text of a process that has ended is that of no living one.
 */
async function describeProcess(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  // The program's name, in parentheses, may hold blanks. Behind it are the state, and as the 18th
  // and 20th field the number of threads and the start.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startedAt = isZombie(fields) ? "ended" : (fields[19] ?? "");
  return `${pid}-${startedAt}-${boot.slice(0, 8)}`;
}

/**
 * Returns whether the process has ended and its parent has not noticed. Other threads of a killed
 * process may write for a moment longer than its first one.
 */
function isZombie([state, ...others]: readonly string[]): boolean {
  return state === "Z" && others[16] === "1";
}
