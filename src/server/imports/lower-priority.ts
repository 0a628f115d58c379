import { readdirSync } from "node:fs";
import { setPriority } from "node:os";

/** The lowest. Reading files must not take the processor from collecting events. */
export const importPriority = { niceness: 19 };

/**
 * Lowers the priority of this process, and of those that it will start. On Linux each thread has a
 * priority of its own, which the threads that it makes inherit.
 */
export function lowerPriority(niceness = importPriority.niceness): void {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [0];
  for (const thread of threads) {
    try {
      setPriority(thread, niceness);
    } catch {
      // The thread has ended, or the system forbids it.
    }
  }
}
