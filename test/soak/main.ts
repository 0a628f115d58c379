/** `npm run test:campaign soak`: docs/proof.md has its flags, and leaks.ts for what fails. */
import { parseArgs } from "node:util";

import { integerFlag, print, table } from "../../bench/report.ts";
import { describeOutcome } from "../chaos/outcome.ts";
import { interruption } from "../helpers/interruption.ts";
import { runSoak, type Soak } from "./run.ts";
import type { Sample } from "./sample.ts";

/** Memory and caches fill at first, and the first roll-ups are made. */
const warmUpMinutesMax = 10;
const warmUpShare = 1 / 4;

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "300" },
    workers: { type: "string", default: "2" },
    history: { type: "string", default: "1000000" },
  },
});
const minutes = integerFlag(flags.minutes, "minutes");
if (process.platform !== "linux") {
  print("the soak runs on Linux only: it looks at /proc");
  process.exit(1);
}

const interrupted = interruption();
try {
  const soak = await runSoak({
    minutes,
    warmUpMinutes: Math.max(1, Math.min(warmUpMinutesMax, Math.floor(minutes * warmUpShare))),
    rate: integerFlag(flags.rate, "rate"),
    workers: integerFlag(flags.workers, "workers"),
    historyEvents: integerFlag(flags.history, "history"),
    onSample: (sample) => print(describeSample(sample)),
    signal: interrupted,
  });
  print(describe(soak));
  if (soak.violations.length > 0) process.exitCode = 1;
} catch (error) {
  const cause = interrupted.aborted ? interrupted.reason : error;
  print(`${cause instanceof Error ? cause.message : cause}`);
  process.exitCode = 1;
}

function describeSample({ minute, processes, disk, acknowledged }: Sample): string {
  const held = [...processes]
    .sort(byName)
    .map(
      ([name, { memoryBytes, handles, threads }]) =>
        `${name} ${megabytes(memoryBytes)} MB, ${handles} handles, ${threads} threads`,
    );
  const bytes = `log ${megabytes(disk.log)} MB, engine's ${megabytes(disk.engine)} MB`;
  return `minute ${minute}: ${acknowledged} acknowledged; ${held.join("; ")}; ${bytes}`;
}

function describe(soak: Soak): string {
  const { samples, answers, violations } = soak;
  const [start] = samples;
  const middle = samples[Math.floor(samples.length / 2)];
  const end = samples.at(-1);
  if (start === undefined || middle === undefined || end === undefined) return "no sample";
  const columns = [start, middle, end];
  const head = [`start (minute ${start.minute})`, "middle", `end (minute ${end.minute})`];
  const rowsOf = (title: string, value: (sample: Sample) => string | undefined) => [
    title,
    ...columns.map((sample) => value(sample) ?? "gone"),
  ];
  const names = [...start.processes].sort(byName).map(([name]) => name);
  const rows = [
    ...names.flatMap((name) => {
      const held = ({ processes }: Sample) => processes.get(name);
      return [
        rowsOf(`${name}: memory, MB`, (sample) => megabytes(held(sample)?.memoryBytes)),
        rowsOf(`${name}: handles`, (sample) => held(sample)?.handles.toString()),
        rowsOf(`${name}: threads`, (sample) => held(sample)?.threads.toString()),
      ];
    }),
    rowsOf("disk: log, MB", ({ disk }) => megabytes(disk.log)),
    rowsOf("disk: the engine's data, MB", ({ disk }) => megabytes(disk.engine)),
    rowsOf("disk: all else, MB", ({ disk }) => megabytes(disk.other)),
    rowsOf("log: not yet in the store, KB", (sample) => (sample.unshippedBytes / 1e3).toFixed(0)),
    rowsOf("runs of open-day roll-ups", (sample) => String(sample.openDayRuns)),
    rowsOf("acknowledged events", (sample) => String(sample.acknowledged)),
  ];
  const answered = [...answers].sort().map(([name, times]) => `${name}: ${times}`);
  return [
    table(["", ...head], rows),
    `requests: ${answered.join(", ")}`,
    describeOutcome(soak),
    ...(violations.length > 0 ? ["WRONG:", ...violations] : []),
  ].join("\n");
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

function megabytes(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : (bytes / 1e6).toFixed(1);
}
