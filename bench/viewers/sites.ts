import type { Footfall } from "../program.ts";
import { trafficOf } from "../stats/dataset.ts";
import { prepareDays, publishDays, type Seeder, seedDays } from "../stats/history.ts";
import { waitForRollups } from "../stats/rollups.ts";
import { storeWebsite } from "../website.ts";

/** A public website. */
export interface Site {
  readonly id: number;
  readonly domain: string;
}

const isPublic = { privacy: "0" };

/** Makes websites that had so many events yesterday, rolled up, and have none today. */
export async function makeSites(
  footfall: Footfall,
  seeder: Seeder,
  { count, events }: { count: number; events: number },
): Promise<Site[]> {
  const sites: Site[] = [];
  while (sites.length < count) {
    const domain = `site-${sites.length}.example`;
    sites.push({ domain, id: await storeWebsite(footfall, domain, isPublic) });
  }
  await prepareDays(seeder.client);
  for (const { id } of sites) {
    await seedDays(seeder, { since: 1, before: 0 }, trafficOf(id, events, 1));
  }
  await publishDays(seeder.client);
  await waitForRollups(footfall, seeder.client, seeder.now);
  return sites;
}
