import { test } from "vitest";

import { faults } from "../chaos/faults.ts";
import { expectEveryEventOnce } from "../chaos/short-form.ts";

/** The one that takes everything at once. */
const ofAll = faults.filter(({ name }) => name === "kill -9 of all processes");

/** Linux only, as it finds its processes in /proc. */
test.runIf(process.platform === "linux")(
  "under load, when everything is killed, every acknowledged event is counted once",
  () => expectEveryEventOnce(ofAll, 1),
);
