import { test } from "vitest";

import { faults } from "../chaos/faults.ts";
import { expectEveryEventOnce } from "../chaos/short-form.ts";

/** What other tests do to a quiet program. */
const ofQuiet = faults.filter(({ name }) => !/ during |main process|restart/.test(name));

/** The short form of `npm run test:chaos`, which has every kind; Linux only, as it finds its processes in /proc. */
test.runIf(process.platform === "linux")(
  "under load and kills, every acknowledged event is counted once",
  () => expectEveryEventOnce(ofQuiet, 2),
);
