import { expect, onTestFinished, test } from "vitest";

import { faults } from "./faults.ts";
import { runCluster } from "./run.ts";

/** Those whose parts other tests inflict on a quiet program are left out. */
const few = faults.filter(({ name }) =>
  /SIGSTOP of another|Footfall and the first|upgrade/.test(name),
);

/**
 * The short form of `npm run test:cluster`, whose long form has every fault and measures times.
 * Linux only, as it finds its processes in /proc.
 */
test.runIf(process.platform === "linux")(
  "two Footfalls on two servers: events count once, and answers are those of a single server",
  async () => {
    const seed = Date.now() % 2 ** 31;
    const finished = new AbortController();
    onTestFinished(() => finished.abort());
    const begunMs = performance.now();
    const lines = [`seed ${seed}`];

    const run = await runCluster({
      faults: few,
      seed,
      engines: 2,
      workers: 2,
      areNamed: true,
      front: "direct",
      rate: 50,
      bulkPauseMsMax: 1_500,
      undisturbedMs: 0,
      outageMs: 5_000,
      pauseMsMax: 200,
      knownEvents: 300,
      report: (line) => lines.push(`${Math.round(performance.now() - begunMs)} ms: ${line}`),
      signal: finished.signal,
    }).catch((error: unknown) => {
      throw new Error(lines.join("\n"), { cause: error });
    });

    expect(run.violations, lines.join("\n")).toEqual([]);
    expect(run.verdict.acknowledged).toBeGreaterThan(0);
    expect(run.firstRolledUp.closed).toBeGreaterThan(0);
  },
);
