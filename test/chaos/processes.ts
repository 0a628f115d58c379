import { readdirSync, readFileSync } from "node:fs";

export interface FoundProcess {
  readonly pid: number;
  readonly kind: "engine" | "program";
}

/**
 * Returns the live processes that were started with this `DATA_DIR`, also those whose parent is
 * gone. Linux only. The function is synchronous, so that its caller can kill the processes before
 * they change.
 */
export function processesOf(dataDirectory: string): FoundProcess[] {
  const found: FoundProcess[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const [, script = "", configuration = ""] = wordsOf(`/proc/${name}/cmdline`);
    // The engine has no environment, but its configuration lies in the directory.
    const isEngine =
      script.endsWith("dist/engine.js") &&
      configuration.startsWith(`--config-file=${dataDirectory}/`);
    // A zombie, a process that has ended and has not been reaped, has no environment.
    const isProgram = wordsOf(`/proc/${name}/environ`).includes(`DATA_DIR=${dataDirectory}`);
    if (isEngine || isProgram)
      found.push({ pid: Number(name), kind: isEngine ? "engine" : "program" });
  }
  return found;
}

/** Sends the signal; nothing happens if the process is gone. */
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
