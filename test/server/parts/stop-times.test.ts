import { expect, test } from "vitest";

import { stopTimes } from "../../../src/server/parts/stop-times.ts";

test.each([1, 10, 600])(
  "the parts of a stop fit into %i seconds, each into the next",
  (seconds) => {
    const { unfinishedRequestsMs, lastShippingMs, workerMs, rollUpMs, allMs } = stopTimes({
      stopSeconds: seconds,
    });

    expect(unfinishedRequestsMs + lastShippingMs).toBeLessThan(workerMs);
    expect(workerMs + rollUpMs).toBeLessThan(allMs);
    expect(allMs).toBeLessThan(seconds * 1_000);
  },
);
