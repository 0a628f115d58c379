import { expect, onTestFinished, test } from "vitest";

import { faults } from "../chaos/faults.ts";
import { runChaos } from "../chaos/run.ts";

/** What other tests do to a quiet program, once each under load; the long form has every kind. */
const shortForm = faults
  .filter(({ name }) => !/ during |main process|restart/.test(name))
  .map((fault) => ({ ...fault, weight: 1 }));

/** Several starts on a machine that may be busy. */
const timeoutMs = 180_000;

/** The short form of `npm run test:chaos`; Linux only, as it finds its processes in /proc. */
test.runIf(process.platform === "linux")(
  "under load and kills, every acknowledged event is counted once",
  async () => {
    const seed = Date.now() % 2 ** 31;
    const finished = new AbortController();
    onTestFinished(() => finished.abort());
    const lines = [`seed ${seed}`];

    const chaos = await runChaos({
      faults: shortForm,
      seed,
      milliseconds: Number.POSITIVE_INFINITY,
      killsMax: Number.POSITIVE_INFINITY,
      faultsMax: shortForm.length,
      workers: 2,
      rate: 200,
      pauseMsMax: 200,
      freezeMsMax: 1_000,
      report: (line) => lines.push(line),
      signal: finished.signal,
    }).catch((error: unknown) => {
      throw new Error(lines.join("\n"), { cause: error });
    });

    expect(chaos.violations, lines.join("\n")).toEqual([]);
    expect(chaos.verdict.acknowledged).toBeGreaterThan(0);
    expect(shortForm.filter(({ name }) => !chaos.counts.has(name))).toEqual([]);
  },
  timeoutMs,
);
