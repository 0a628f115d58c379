import type { Routine } from "../../src/base/author.ts";

/** The author of changes that no test asks the audit list about. */
export const byTest: Routine = { routine: "restore" };
