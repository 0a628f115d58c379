import { readdirSync, readFileSync } from "node:fs";

export interface FoundProcess {
  readonly pid: number;
  readonly kind: "engine" | "program";
}

/**
 * The living processes that were started with this `DATA_DIR`, also those whose parent is gone; Linux only.
 * Synchronous, so that what is found is killed before it can change.
 */
export function processesOf(dataDirectory: string): FoundProcess[] {
  const found: FoundProcess[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // A process that has ended but is not buried yet has no environment.
    const environment = wordsOf(`/proc/${name}/environ`);
    if (!environment.includes(`DATA_DIR=${dataDirectory}`)) continue;
    const [, script = ""] = wordsOf(`/proc/${name}/cmdline`);
    const kind = script.endsWith("store/embedded/child.js") ? "engine" : "program";
    found.push({ pid: Number(name), kind });
  }
  return found;
}

/** Sends the signal; nothing happens when the process is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function wordsOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\0");
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return [];
  }
}
