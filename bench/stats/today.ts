/** Measures the open day of a website with many events in it, while more come in. */
import { startGenerator } from "../generator.ts";
import { print, table } from "../report.ts";
import { checkSame } from "./ask.ts";
import type { Bench } from "./bench.ts";
import { busyDomain } from "./dataset.ts";
import { dayMs, openRange } from "./days.ts";
import { rowsOf } from "./engine.ts";
import { compareNames } from "./names.ts";
import { waitForOpenDayRollup } from "./rollups.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

const eventConnections = 16;
const loadSeconds = 5;

export async function measureToday(bench: Bench, events: number): Promise<Verdict[]> {
  const { client, sides, dataset, names, now } = bench;
  const today = openRange(now, 1);
  if (today.to !== openRange(Date.now(), 1).to) throw new Error("today has become yesterday");
  await waitForOpenDayRollup(client, dataset.busy);
  for (const name of names) await checkSame(sides, { name, websiteId: dataset.busy, ...today });
  const ratePerSecond = Math.round(events / (dayMs / 1000));
  print(`\ntoday, up to now, while ${ratePerSecond} events/s come in`);
  const faster = await whileEventsCome(bench, ratePerSecond, async () => {
    // Large parts of a running server are of earlier hours.
    await waitForOpenDayRollup(client, dataset.busy, now);
    print(`${await partsTable(bench, today.to)}\n`);
    return compareNames(bench, dataset.busy, today, { isStill: false });
  });
  print(`\n${await runsTable(bench)}`);
  const ratios = new Map([...faster].map(([name, ratio]) => [name, 1 / ratio]));
  const wanted = "today of a busy website: API at most half of GROUP BY";
  return [verdictOf(wanted, ratios, { atMost: 0.5 })];
}

async function whileEventsCome<T>(
  { footfall }: Bench,
  ratePerSecond: number,
  work: () => Promise<T>,
): Promise<T> {
  const generator = startGenerator();
  const { url } = footfall;
  const domains = [busyDomain];
  const order = { url, domains, connections: eventConnections, ratePerSecond };
  let isDone = false;
  const loading = (async () => {
    while (!isDone) await generator.load({ ...order, seconds: loadSeconds });
  })();
  try {
    const [worked] = await Promise.all([
      work().finally(() => {
        isDone = true;
      }),
      loading,
    ]);
    return worked;
  } finally {
    generator.stop();
  }
}

/** Returns a table of the parts that hold the website's today, and of their other content. */
async function partsTable({ client, dataset }: Bench, day: string): Promise<string> {
  const parts = await rowsOf<{ rows: number; today: number }>(
    client,
    `SELECT count() AS rows, countIf(website_id = ${dataset.busy}) AS today
    FROM events
    WHERE _partition_id = '${day.slice(0, 7).replace("-", "")}'
    GROUP BY _part
    HAVING today > 0
    ORDER BY today DESC`,
  );
  return table(
    ["part", "rows", "of the busy website"],
    parts.map(({ rows, today }, i) => [`${i + 1}`, `${rows}`, `${today}`]),
  );
}

/** Returns a table of the day's roll-up runs and their times. */
async function runsTable({ client, dataset }: Bench): Promise<string> {
  const runs = await rowsOf<{ at: string; until: string; increments: number; events: number }>(
    client,
    `SELECT toString(toTime(rolled_at)) AS at, toString(toTime(until)) AS until, length(increments) AS increments, events
    FROM open_day_rollups
    WHERE website_id = ${dataset.busy}
    ORDER BY rolled_at`,
  );
  return table(
    ["rolled up at", "until", "increments", "events"],
    runs.map(({ at, until, increments, events }) => [at, until, `${increments}`, `${events}`]),
  );
}
