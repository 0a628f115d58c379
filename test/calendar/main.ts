/**
 * `npm run test:campaign calendar` runs the gate's tests under clocks that are ahead: what a test
 * stores with a fixed date, or compares with the real one, may fail on another day. Needs Debian's
 * `faketime`. With `-- --days N` it runs one clock alone.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** A week, longer than a month, and longer than any record is kept. */
const daysAhead = ["7", "40", "500"];

const { values } = parseArgs({ options: { days: { type: "string", multiple: true } } });
const hook = fileURLToPath(new URL("pass-clock.mjs", import.meta.url));
for (const days of values.days ?? daysAhead) {
  process.stdout.write(`\nThe gate's tests, ${days} days ahead\n`);
  const vitest = ["npx", "vitest", "run", "--project", "gate"];
  const child = spawn("faketime", ["-f", `+${days}d`, ...vitest], {
    stdio: "inherit",
    env: {
      ...process.env,
      NODE_OPTIONS: `--import ${hook}`,
      // Timers and condition variables wait for real seconds.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) process.exitCode = 1;
}
