/**
 * `npm run test:campaign calendar` runs the gate's tests under clocks that are ahead: what a test
 * stores with a fixed date, or compares with the real one, may fail on another day. Needs Linux on
 * x86-64 and a C compiler. With `-- --days N` it runs one clock alone.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** A week, longer than a month, and longer than any record is kept. */
const daysAhead = ["7", "40", "500"];
const daySeconds = 86_400;

/** The tests of the gate that see how the clock is moved, by a part of their names. */
const leftOut = [
  // The engine's environment has the library that moves its clock.
  "learns no secret from the process",
];
const others = `^(?!.*(${leftOut.join("|")}))`;

const { values } = parseArgs({ options: { days: { type: "string", multiple: true } } });
const hook = fileURLToPath(new URL("pass-clock.mjs", import.meta.url));
const source = fileURLToPath(new URL("clock.c", import.meta.url));
const directory = await mkdtemp(join(tmpdir(), "footfall-calendar-"));
const library = join(directory, "clock.so");
try {
  const isCompiled = await run("cc", ["-O2", "-shared", "-fPIC", "-o", library, source]);
  if (!isCompiled) throw new Error("the library that moves the clock could not be compiled");
  for (const days of values.days ?? daysAhead) {
    process.stdout.write(`\nThe gate's tests, ${days} days ahead\n`);
    const isPassed = await run("npx", ["vitest", "run", "--project", "gate", "-t", others], {
      NODE_OPTIONS: `--import ${hook}`,
      LD_PRELOAD: library,
      CLOCK_AHEAD_SECONDS: String(Number(days) * daySeconds),
    });
    if (!isPassed) process.exitCode = 1;
  }
} finally {
  await rm(directory, { recursive: true });
}

async function run(
  command: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { stdio: "inherit", env });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
