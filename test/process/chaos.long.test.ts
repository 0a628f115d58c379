import { test } from "vitest";

import { faults } from "../chaos/faults.ts";
import { expectEveryEventOnce } from "../chaos/short-form.ts";

/** Faults that other tests inflict on a quiet program. */
const ofQuiet = faults.filter(({ name }) => !/ during |main process|restart/.test(name));

/**
 * The short form of `npm run test:campaign chaos`, whose long form has every kind of fault. Linux only, as
 * it finds its processes in /proc.
 */
test.runIf(process.platform === "linux")(
  "under load and kills, every acknowledged event is counted once",
  () => expectEveryEventOnce(ofQuiet, 2),
);
