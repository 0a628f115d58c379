/** `npm run test:campaign analysis`: docs/proof.md has its flags. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";

import { integerFlag } from "../../bench/report.ts";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    minutes: { type: "string" },
    seed: { type: "string" },
    path: { type: "string" },
    only: { type: "string" },
    shrink: { type: "boolean", default: false },
  },
});
const { path, only, shrink } = flags;
const integers = { runs: flags.runs, minutes: flags.minutes, seed: flags.seed };
const given = Object.entries(integers).flatMap(([name, text]) =>
  text === undefined ? [] : [[`ANALYSIS_${name.toUpperCase()}`, String(integerFlag(text, name))]],
);
const child = spawn(
  "vitest",
  ["run", "--project", "long", "test/analysis/stories.store.long.test.ts"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      ...Object.fromEntries(given),
      ...(path !== undefined && { ANALYSIS_PATH: path }),
      ...(only !== undefined && { ANALYSIS_ONLY: only }),
      ...(shrink && { ANALYSIS_SHRINK: "1" }),
    },
  },
);
const [code] = await once(child, "exit");
process.exitCode = code ?? 1;
