import { spawn } from "node:child_process";
import { once } from "node:events";

import { type Campaign, type CampaignName, campaigns } from "./campaigns.ts";

/**
 * Runs a campaign, whose output goes to this process's own. Resolves with its exit code. The
 * program takes the arguments, or Vitest if the campaign has none.
 */
export async function runCampaign(
  name: CampaignName,
  args: readonly string[] = [],
): Promise<number> {
  const { program, files = [] }: Campaign = campaigns[name];
  const vitest = ["vitest", "run", "--project", "campaign", ...files];
  if (program === undefined) return run([...vitest, ...args]);
  const code = await run(["tsx", program, ...args]);
  return code !== 0 || files.length === 0 ? code : run(vitest);
}

async function run([file = "", ...args]: readonly string[]): Promise<number> {
  const child = spawn(file, args, { stdio: "inherit" });
  // The terminal sends Ctrl-C to the campaign, too, which then cleans up.
  const ignore = () => {};
  process.on("SIGINT", ignore);
  const [code] = (await once(child, "exit")) as [number | null];
  process.off("SIGINT", ignore);
  return code ?? 1;
}
