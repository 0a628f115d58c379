/** `npm run test:campaign chaos`: docs/proof.md has its flags, docs/event-log.md what it proves. */
import { parseArgs } from "node:util";

import { integerFlag, print, table } from "../../bench/report.ts";
import { interruption } from "../helpers/interruption.ts";
import { faults } from "./faults.ts";
import { describeOutcome } from "./outcome.ts";
import { type Chaos, runChaos } from "./run.ts";

/** The steps after the last fault may take as long as the rest of ten minutes. */
const minutesMax = 7;
const wholeRunMs = 9.75 * 60_000;

const { values: flags } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string", default: String(minutesMax) },
    kills: { type: "string", default: "1000" },
    workers: { type: "string", default: "2" },
    freeze: { type: "string", default: "20" },
    rate: { type: "string", default: "1000" },
    history: { type: "string", default: "1000000" },
    keep: { type: "boolean", default: false },
  },
});
const seed = flags.seed === undefined ? Date.now() % 2 ** 31 : integerFlag(flags.seed, "seed");
const minutes = integerFlag(flags.minutes, "minutes");
if (minutes > minutesMax) throw new Error(`--minutes must be ${minutesMax} at most`);

const interrupted = interruption(wholeRunMs);

const begunMs = Date.now();
print(`seed ${seed}`);
try {
  const chaos = await runChaos({
    faults,
    seed,
    milliseconds: minutes * 60_000,
    killsMax: integerFlag(flags.kills, "kills"),
    workers: integerFlag(flags.workers, "workers"),
    rate: integerFlag(flags.rate, "rate"),
    historyEvents: integerFlag(flags.history, "history"),
    pauseMsMax: 3_000,
    freezeMsMax: integerFlag(flags.freeze, "freeze") * 1000,
    keep: flags.keep,
    report: print,
    signal: interrupted,
  });
  print(describe(chaos));
  if (chaos.violations.length > 0) process.exitCode = 1;
} catch (error) {
  const cause = interrupted.aborted ? interrupted.reason : error;
  print(`${cause instanceof Error ? cause.message : cause}\nagain with: -- --seed ${seed}`);
  process.exitCode = 1;
}

function describe(chaos: Chaos): string {
  const { counts, answers, refusedStarts, violations } = chaos;
  const byName = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = byName.map(([name, { times, kills, outageMs }]) => [
    name,
    String(times),
    String(kills),
    (outageMs / 1000).toFixed(1),
  ]);
  const kills = byName.reduce((sum, [, count]) => sum + count.kills, 0);
  const outageMs = Math.max(0, ...byName.map(([, count]) => count.outageMs));
  const answered = [...answers].sort().map(([name, times]) => `${name}: ${times}`);
  return [
    table(["fault", "times", "kills", "longest outage, s"], rows),
    `requests: ${answered.join(", ")}`,
    ...(refusedStarts.length > 0 ? [`starts that were refused: ${refusedStarts.join(" | ")}`] : []),
    `seed ${seed}: ${kills} kills, largest outage ${(outageMs / 1000).toFixed(1)} s, ` +
      `${((Date.now() - begunMs) / 1000).toFixed(0)} s in all`,
    describeOutcome(chaos),
    ...(violations.length > 0 ? ["WRONG:", ...violations, `again with: -- --seed ${seed}`] : []),
  ].join("\n");
}
