import { setPriority } from "node:os";

/** The lowest. Reading files must not take the processor from collecting events. */
const niceness = 19;

/** Lowers the priority of this process, and of those that it will start. */
export function lowerPriority(): void {
  try {
    setPriority(niceness);
  } catch {
    // The system forbids it.
  }
}
