import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { packageFile } from "../../base/package-file.ts";
import type { ImportOrder } from "./import-process.ts";
import { lowerPriority } from "./lower-priority.ts";

/** A message from the server: the order of a new process. Without an order, one is to stop. */
export interface LauncherCall {
  readonly id: number;
  readonly order?: ImportOrder;
}

/** A message to the server: a process has ended. It has no code if a signal ended it. */
export interface LauncherAnswer {
  readonly id: number;
  readonly code: number | null;
}

const processFile = packageFile("dist/import-process.js");
/** Without it, V8 compiles and collects garbage in threads of its own: one for each processor. */
const oneThread = "--single-threaded";
export const forkOptions = {
  serialization: "advanced",
  execArgv: [oneThread],
} satisfies ForkOptions;
const stopMs = 5_000;

/**
 * Starts the processes of imports for the process that forked this one, with this niceness. Ends
 * with it.
 */
export function runImportLauncher(niceness: number): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  lowerPriority(niceness);
  const running = new Map<number, ChildProcess>();
  process.on("message", ({ id, order }: LauncherCall) => {
    if (order === undefined) {
      stop(running.get(id));
      return;
    }
    const child = fork(processFile, forkOptions);
    running.set(id, child);
    child.send(order);
    child.once("exit", (code) => {
      running.delete(id);
      const answer: LauncherAnswer = { id, code };
      if (process.connected) process.send?.(answer);
    });
  });
  // The processes of imports lose their parent then, and end as well.
  process.on("disconnect", () => process.exit());
}

/** Tells a process to end, and kills it if it does not. */
function stop(child: ChildProcess | undefined): void {
  if (child === undefined) return;
  if (child.connected) child.disconnect();
  const late = setTimeout(() => child.kill("SIGKILL"), stopMs);
  child.once("exit", () => clearTimeout(late));
}
