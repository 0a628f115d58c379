import { scryptParameters } from "../../src/websites/password.ts";

/** Runs before each test file: hashes of passwords take no time, but where they are tested. */
scryptParameters.N = 2 ** 10;
