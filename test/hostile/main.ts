/** `npm run test:campaign hostile`: docs/proof.md has its flags. */
import { parseArgs } from "node:util";

import { integerFlag, print, table } from "../../bench/report.ts";
import { megabytes } from "../../bench/usage.ts";
import { interruption } from "../helpers/interruption.ts";
import { type Hostility, runHostile } from "./run.ts";

const minutesMax = 5;
/** Time for the steps after the last request. */
const endMs = 60_000;

const { values: flags } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string", default: String(minutesMax) },
    rate: { type: "string", default: "100" },
  },
});
const seed = flags.seed === undefined ? Date.now() % 2 ** 31 : integerFlag(flags.seed, "seed");
const minutes = integerFlag(flags.minutes, "minutes");
if (minutes > minutesMax) throw new Error(`--minutes must be ${minutesMax} at most`);

const wholeRunMs = minutes * 60_000;
const interrupted = interruption(wholeRunMs);

const begunMs = Date.now();
print(`seed ${seed}`);
try {
  const hostility = await runHostile({
    seed,
    milliseconds: wholeRunMs - endMs,
    rate: integerFlag(flags.rate, "rate"),
    slowSecondsMax: 60,
    shortenMs: 10_000,
    report: print,
    signal: interrupted,
  });
  print(describe(hostility));
  if (hostility.violations.length > 0) process.exitCode = 1;
} catch (error) {
  const cause = interrupted.aborted ? interrupted.reason : error;
  print(`${cause instanceof Error ? cause.stack : cause}\nagain with: -- --seed ${seed}`);
  process.exitCode = 1;
}

function describe(hostility: Hostility): string {
  const { answers, memory, violations, longestTurnMs, slowestGoodMs, logLines } = hostility;
  const { acknowledged, counted, missing, doubled } = hostility.verdict;
  const rows = [...answers].map(([operation, counts]) => [
    operation,
    [...counts]
      .sort()
      .map(([status, times]) => `${status}: ${times}`)
      .join(", "),
  ]);
  const { before, after } = memory;
  return [
    table(["requests", "answers"], rows),
    `seed ${seed}: ${((Date.now() - begunMs) / 1000).toFixed(0)} s in all`,
    `longest turn of the event loop ${longestTurnMs.toFixed(0)} ms, ` +
      `slowest good event ${slowestGoodMs.toFixed(0)} ms, whatever caused them; ` +
      `${logLines} lines of log`,
    `memory in use ${megabytes(before.heldBytes)} MB before, ${megabytes(after.heldBytes)} MB after; ` +
      `resident ${megabytes(before.rssBytes)} and ${megabytes(after.rssBytes)} MB`,
    `acknowledged ${acknowledged}, counted ${counted}, ` +
      `missing ${missing.length}, doubled ${doubled.length}`,
    ...(violations.length > 0 ? ["WRONG:", ...violations, `again with: -- --seed ${seed}`] : []),
  ].join("\n");
}
