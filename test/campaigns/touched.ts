/** `npm run test:touched COMMIT`: runs the campaigns of the files that changed since the commit. */
import { execFileSync } from "node:child_process";

import { campaignsOfFiles } from "./of-files.ts";
import { runCampaign } from "./run.ts";

const [commit] = process.argv.slice(2);
if (commit === undefined) {
  process.stderr.write("usage: npm run test:touched -- COMMIT\n");
  process.exit(2);
}
const changed = execFileSync("git", ["diff", "--name-only", commit], { encoding: "utf8" });
const names = campaignsOfFiles(changed.trim().split("\n"));
process.stdout.write(`campaigns: ${names.join(", ") || "none"}\n`);
for (const name of names) {
  process.stdout.write(`\n--- ${name}\n`);
  const code = await runCampaign(name);
  if (code !== 0) process.exitCode = code;
}
