/** Measures how long a start takes until Footfall listens. See bench/README.md. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import { mainFile, nodeOptions, startProgram } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";

const { values: flags } = parseArgs({
  options: {
    starts: { type: "string", default: "10" },
    /** The program to start, such as `node_modules/.bin/footfall` of an installed package. */
    program: { type: "string", default: mainFile },
  },
});
const starts = integerFlag(flags.starts, "starts");
const env = { PORT: "0", LOG_LEVEL: "silent" };

/** Starts on the directory, and stops. Resolves with the time until the ready line. */
async function startMs(directory: string): Promise<number> {
  const begunMs = performance.now();
  const args = [...nodeOptions, flags.program];
  const program = await startProgram(args, { ...env, DATA_DIR: directory });
  const tookMs = performance.now() - begunMs;
  await program.stop();
  return tookMs;
}

function versionMs(): number {
  const begunMs = performance.now();
  execFileSync(process.execPath, [flags.program, "--version"]);
  return performance.now() - begunMs;
}

const firstMs: number[] = [];
const laterMs: number[] = [];
const versionsMs: number[] = [];
for (let i = 0; i < starts; i += 1) {
  const directory = await mkdtemp(join(tmpdir(), "footfall-bench-"));
  try {
    firstMs.push(await startMs(directory));
    laterMs.push(await startMs(directory));
    versionsMs.push(versionMs());
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
const row = (name: string, all: readonly number[]) => [
  name,
  Math.min(...all).toFixed(0),
  median(all).toFixed(0),
  Math.max(...all).toFixed(0),
];
print(
  table(
    ["until it listens, ms", "fastest", "median", "slowest"],
    [
      row("first start, empty DATA_DIR", firstMs),
      row("later start", laterMs),
      row("--version, until it ends", versionsMs),
    ],
  ),
);
