import { open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { directoryInUse } from "../directory.ts";

const lockPrefix = "lock-";
const workerPrefix = "worker-";
const claimPauseMs = 20;
const claimPausesMax = 10;
/** Workers of a primary that died end as soon as they notice. */
const workersEndWithinMs = 3_000;

/**
 * Makes this process the only one that uses `directory`; what it returns gives the directory back.
 * Throws `StartRefused` while another process has it.
 *
 * - A claim is an empty file whose name says who made it, so that one which a dead process left behind
 *   is recognised, and can be removed without ever hitting another's.
 * - Who makes a claim and then finds no other of a living process has the directory. Of two, at least
 *   one finds the other's, so there are never two owners.
 * - Who finds another's gives way, but the first by name waits a little, so that of those that start
 *   at once one wins.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const { claim, release } = await makeClaim(directory, lockPrefix);
  for (let pauses = 0; ; pauses += 1) {
    const others = await livingClaims(directory, lockPrefix, claim);
    if (others.length === 0) break;
    if (pauses === claimPausesMax || others.some((other) => other < claim)) {
      return refuse(directory, release);
    }
    await delay(claimPauseMs);
  }
  const deadlineMs = Date.now() + workersEndWithinMs;
  while ((await livingClaims(directory, workerPrefix)).length > 0) {
    if (Date.now() > deadlineMs) return refuse(directory, release);
    await delay(claimPauseMs);
  }
  return release;
}

/**
 * Makes this process known as a worker of the one that has `directory`: while it lives, nobody else
 * gets it. What it returns ends that.
 */
export async function claimForWorker(directory: string): Promise<() => Promise<void>> {
  return (await makeClaim(directory, workerPrefix)).release;
}

async function refuse(directory: string, release: () => Promise<void>): Promise<never> {
  await release();
  throw directoryInUse(directory);
}

async function makeClaim(
  directory: string,
  prefix: string,
): Promise<{ claim: string; release: () => Promise<void> }> {
  const claim = `${prefix}${await describeProcess(process.pid)}`;
  const path = join(directory, claim);
  await (await open(path, "w", 0o600)).close();
  return { claim, release: () => rm(path, { force: true }) };
}

/** The claims of other processes that live; those of dead ones are removed. */
async function livingClaims(directory: string, prefix: string, own?: string): Promise<string[]> {
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
  // 0 and negative numbers would ask for whole groups of processes.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The process's id and, where the system tells, when it was started, in which boot: ids are used again. */
async function describeProcess(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  // The name of the program, in parentheses, may hold blanks; the start is the 20th field behind it.
  const startedAt = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  return `${pid}-${startedAt}-${boot.slice(0, 8)}`;
}
