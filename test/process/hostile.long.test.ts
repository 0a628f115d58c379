import { expect, onTestFinished, test } from "vitest";

import { runHostile } from "../hostile/run.ts";

const secondsMax = 8;
/** On a busy machine, the run examines failing requests for longer. */
const timeoutMs = 240_000;

/** The short form of `npm run test:campaign hostile`: known attacks, and some requests for each route. */
test(
  "hostile requests break nothing, and keep no good event waiting",
  async () => {
    const seed = Date.now() % 2 ** 31;
    const finished = new AbortController();
    onTestFinished(() => finished.abort());
    const lines = [`npm run test:campaign hostile -- --seed ${seed}`];

    const hostility = await runHostile({
      seed,
      milliseconds: secondsMax * 1_000,
      requestsMax: 400,
      rate: 50,
      slowSecondsMax: 2,
      shortenMs: 5_000,
      report: (line) => lines.push(line),
      signal: finished.signal,
    }).catch((error: unknown) => {
      throw new Error(lines.join("\n"), { cause: error });
    });

    expect(hostility.violations, lines.join("\n")).toEqual([]);
    expect(hostility.verdict.acknowledged).toBeGreaterThan(0);
  },
  timeoutMs,
);
