/** How many viewers can look at once, while events come in? See bench/README.md. */
import { parseArgs } from "node:util";

import { integerFlag, integersFlag, print } from "./report.ts";
import { seedBusyDay } from "./stats/dataset.ts";
import { dayMs, isoDay } from "./stats/days.ts";
import { type Encoding, encodings } from "./viewers/audience.ts";
import { type Installation, startInstallation, stores } from "./viewers/installation.ts";
import { type Measured, measureSite } from "./viewers/measure.ts";
import { makeSites } from "./viewers/sites.ts";
import { answersTable, othersTable } from "./viewers/tables.ts";

const { values: flags } = parseArgs({
  options: {
    "today-events": { type: "string", default: "300000" },
    viewers: { type: "string", default: "1,32" },
    rates: { type: "string", default: "0,1000" },
    workers: { type: "string", default: "1" },
    store: { type: "string", default: "embedded" },
    "no-cache": { type: "boolean", default: false },
    "pause-ms": { type: "string", default: "0" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "1" },
    encodings: { type: "string", default: "gzip" },
    "cpu-prof": { type: "string" },
  },
});
const events = integerFlag(flags["today-events"], "today-events");
const viewers = integersFlag(flags.viewers, "viewers");
const rates = integersFlag(flags.rates, "rates", 0);
const workerCounts = integersFlag(flags.workers, "workers");
const seconds = integerFlag(flags.seconds, "seconds");
const rounds = integerFlag(flags.rounds, "rounds");
const [pauseMs = 0] = integersFlag(flags["pause-ms"], "pause-ms", 0);
const namesOf = <Name extends string>(
  flag: "store" | "encodings",
  known: readonly Name[],
): Name[] =>
  flags[flag].split(",").map((text) => {
    const name = known.find((each) => each === text);
    if (name === undefined) throw new Error(`--${flag} has no ${text}`);
    return name;
  });
const wanted = namesOf("store", stores);
const asked = namesOf("encodings", Object.keys(encodings) as Encoding[]);
const audiences = { viewers, seconds, isAnewToo: flags["no-cache"], pauseMs, encodings: asked };

print(`Node ${process.version}, ${rounds} rounds of ${seconds} s each, medians`);
for (const store of wanted) {
  for (const workers of workerCounts) {
    const installation = await startInstallation(store, workers, flags["cpu-prof"]);
    try {
      const measured = await measureInstallation(installation);
      print(`\n${installation.title}\n`);
      print(`${answersTable(measured)}\n`);
      print(othersTable(measured));
    } finally {
      await installation.stop();
    }
  }
}

/** Measures every rate in every round, each on a website of its own with the same events. */
async function measureInstallation(installation: Installation): Promise<Measured[]> {
  const { footfall, client } = installation;
  const now = Date.now();
  const today = isoDay(now / dayMs);
  const size = { count: rounds * rates.length, events };
  const sites = await makeSites(footfall, { client, now }, size);
  const measured: Measured[] = [];
  for (const [i, site] of sites.entries()) {
    const ratePerSecond = rates[i % rates.length] ?? 0;
    // Another audience begins each round.
    const first = Math.floor(i / rates.length);
    const plan = { ...audiences, events, ratePerSecond, first };
    await seedBusyDay({ client, now: Date.now() }, site.id, events);
    measured.push(...(await measureSite(installation, site, today, plan)));
    if (isoDay(Date.now() / dayMs) !== today) throw new Error("today has become yesterday");
  }
  return measured;
}
