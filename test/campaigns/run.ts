import { spawn } from "node:child_process";
import { once } from "node:events";

import { type Campaign, type CampaignName, campaigns } from "./campaigns.ts";

/**
 * Runs a campaign, whose output goes to this process's own. Resolves with its exit code. Only a
 * campaign that is a program takes arguments.
 */
export async function runCampaign(
  name: CampaignName,
  args: readonly string[] = [],
): Promise<number> {
  const { program, files = [] }: Campaign = campaigns[name];
  const command =
    program === undefined
      ? ["vitest", "run", "--project", "campaign", ...files, ...args]
      : ["tsx", program, ...args];
  const [file = "", ...rest] = command;
  const child = spawn(file, rest, { stdio: "inherit" });
  // The terminal sends Ctrl-C to the campaign, too, which then cleans up.
  const ignore = () => {};
  process.on("SIGINT", ignore);
  const [code] = (await once(child, "exit")) as [number | null];
  process.off("SIGINT", ignore);
  return code ?? 1;
}
