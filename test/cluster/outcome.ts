import type { Verdict } from "../chaos/ledger.ts";
import type { Address } from "../chaos/load.ts";
import { shipEverything, violationsOf } from "../chaos/outcome.ts";
import { compareAnswers } from "../chaos/queries.ts";
import { countById } from "../chaos/website.ts";
import type { PlacedWebsite } from "./cluster.ts";
import type { Scene } from "./faults.ts";
import type { Reference } from "./reference.ts";

const dayMs = 24 * 60 * 60_000;
const someMax = 20;

export interface Outcome {
  readonly verdict: Verdict;
  /** Closed days of known websites at the first comparison, and those that were rolled up. */
  readonly firstRolledUp: { readonly closed: number; readonly rolledUp: number };
  /** Everything that must not be, one sentence each. */
  readonly violations: readonly string[];
}

/**
 * Ships everything. Then compares the acknowledged events with the counted ones, and answers with
 * counts from events and with those of a single server, before and after roll-ups.
 */
export async function seeOutcome(
  scene: Scene,
  reference: Reference,
  addresses: readonly Address[],
  report: (line: string) => void,
): Promise<Outcome> {
  const { cluster, loads, ledger, prober, signal } = scene;
  await Promise.all(cluster.footfalls.map((footfall) => shipEverything(footfall, signal)));
  const { counts, pageviews, strays } = await countAll(scene);
  const verdict = ledger.compare(counts);
  report("everything is shipped");
  await reference.sendRest(addresses);
  const firstRolledUp = await reference.rolledUp();
  report("comparing before roll-ups");
  const before = await reference.compare(addresses);
  // The roll-ups of all days begin with a start, of any Footfall.
  const [footfall] = cluster.footfalls;
  await footfall?.stop();
  await Promise.all([footfall?.start(), reference.restart()]);
  await reference.awaitRollUps();
  report("comparing after roll-ups");
  const after = await reference.compare(addresses);
  const quarantined = await Promise.all(cluster.footfalls.map((each) => each.quarantined()));
  return {
    verdict,
    firstRolledUp,
    violations: [
      ...violationsOf(verdict),
      ...strays,
      ...cluster.footfalls.flatMap(({ wrongEnds }) => wrongEnds),
      ...loads.flatMap(({ wrongAnswers }) => wrongAnswers.slice(0, someMax)),
      ...prober.wrong.slice(0, someMax),
      ...before.slice(0, someMax).map((text) => `before roll-ups: ${text}`),
      ...after.slice(0, someMax).map((text) => `after roll-ups: ${text}`),
      ...(await compareCounts(scene, addresses, pageviews)),
      ...quarantined.flat().map((name) => `in quarantine: ${name}`),
    ],
  };
}

interface Counts {
  /** The number of times that each event is counted, on all servers together. */
  readonly counts: ReadonlyMap<number, number>;
  /** The page views of each website. */
  readonly pageviews: ReadonlyMap<PlacedWebsite, number>;
  /** Events on a server that is not their website's, one sentence for each website. */
  readonly strays: readonly string[];
}

async function countAll({ cluster, websites }: Scene): Promise<Counts> {
  const counts = new Map<number, number>();
  const pageviews = new Map<PlacedWebsite, number>();
  const strays: string[] = [];
  for (const [position, engine] of cluster.engines.entries()) {
    for (const website of websites) {
      const found = await engine.query((db) => countById(db, website));
      let sum = 0;
      for (const [id, count] of found) {
        counts.set(id, (counts.get(id) ?? 0) + count);
        sum += count;
      }
      if (position === website.engine) pageviews.set(website, sum);
      else if (sum > 0) strays.push(`${sum} of ${website.domain} on server ${position + 1}`);
    }
  }
  return { counts, pageviews, strays };
}

/** Compares the answers about each website with counts from events, by way of any Footfall. */
async function compareCounts(
  { signal }: Scene,
  addresses: readonly Address[],
  pageviews: ReadonlyMap<PlacedWebsite, number>,
): Promise<string[]> {
  const wrong = [...pageviews].map(([website, count], i) => {
    const days = { from: dayAfter(website.today, -60), to: dayAfter(website.today, 1) };
    const address = addresses[i % addresses.length];
    if (address === undefined) throw new Error("there is no address");
    return compareAnswers(address, website, days, count, signal);
  });
  return (await Promise.all(wrong)).flat();
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
