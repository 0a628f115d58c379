import { scryptParameters } from "../../src/access/password.ts";
import { importPriority } from "../../src/server/imports/lower-priority.ts";

// Runs before each test file. Hashes of passwords take no time, but where they are tested, and the
// processes of imports do not wait until all other tests leave them the processor.
scryptParameters.N = 2 ** 10;
importPriority.niceness = 0;
