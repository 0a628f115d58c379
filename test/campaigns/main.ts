/** `npm run test:campaign NAME`: CONTRIBUTING.md says what a campaign is. */
import { type CampaignName, campaigns } from "./campaigns.ts";
import { runCampaign } from "./run.ts";

const [name = "", ...args] = process.argv.slice(2);
if (Object.hasOwn(campaigns, name)) {
  process.exitCode = await runCampaign(name as CampaignName, args);
} else {
  const lines = Object.entries(campaigns).map(([each, { what }]) => `  ${each.padEnd(10)} ${what}`);
  process.stderr.write(
    `usage: npm run test:campaign NAME [-- FLAG…]; the campaigns are\n${lines.join("\n")}\n`,
  );
  process.exitCode = 2;
}
