/**
 * How long does a browser wait for the first view of a large website? The slowest answer in it
 * stands beside. What does a comparison with the period before add to ClickHouse's work? See
 * bench/README.md.
 */
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Request } from "playwright-core";

import { type Footfall, settle, startFootfall } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { makeDataset } from "./stats/dataset.ts";
import { dayMs, isoDay } from "./stats/days.ts";
import { openCpuMeter, settleMerges } from "./stats/engine.ts";
import { waitForRollups } from "./stats/rollups.ts";
import { connectEngine } from "./website.ts";

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "10000000" },
    rounds: { type: "string", default: "7" },
  },
});
const events = integerFlag(flags.events, "events");
const rounds = integerFlag(flags.rounds, "rounds");

interface View {
  /** From the navigation to the end of the last answer. */
  readonly totalMs: number;
  readonly slowestMs: number;
  /** Bytes of scripts and styles, as they went over the wire. */
  readonly assetBytes: number;
  readonly requests: number;
}

const stops: (() => unknown)[] = [];
try {
  const footfall = await startFootfall();
  stops.push(() => footfall.stop());
  const address = await prepare(footfall);
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  stops.push(() => browser.close());
  const signedIn = await browser.newContext();
  await signedIn.request.post(`${footfall.url}/session`, { form: { key: footfall.apiKey } });
  // The first one warms the server up.
  await look(browser, signedIn, address);
  const views: View[] = [];
  for (let round = 0; round < rounds; round += 1) {
    views.push(await look(browser, signedIn, address));
  }
  report(views);
  await compare(browser, signedIn, { footfall, address });
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Makes the events and has them rolled up. Returns the address of the large website's page. */
async function prepare(footfall: Footfall): Promise<string> {
  const client = await connectEngine(footfall.directory);
  const now = Date.now();
  const { large } = await makeDataset(
    footfall,
    { client, now },
    { events, busyEvents: 0, pair: false, year: true },
  );
  await waitForRollups(footfall, client, now);
  await settleMerges(client);
  await client.close();
  await settle(footfall.pid);
  const headers = { authorization: `Bearer ${footfall.apiKey}` };
  const reply = await fetch(`${footfall.url}/api/v1/websites/${large}`, { headers });
  const { data } = (await reply.json()) as { data: { domain: string } };
  return `${footfall.url}/${data.domain}`;
}

/**
 * Measures views with and without a comparison. Each has another first day, so that no answer is
 * known, and the large website has as many events on each of the days.
 */
async function compare(
  browser: Browser,
  signedIn: BrowserContext,
  { footfall, address }: { readonly footfall: Footfall; readonly address: string },
): Promise<void> {
  const client = await connectEngine(footfall.directory);
  const meter = await openCpuMeter(client);
  const today = Math.floor(Date.now() / dayMs);
  const rows: string[][] = [];
  for (const days of [7, 30]) {
    const costs: [alone: number[], compared: number[]] = [[], []];
    for (let round = 0; round < 2 * rounds; round += 1) {
      const range = `from=${isoDay(today - days - round)}&to=${isoDay(today)}`;
      const mode = round % 2 === 0 ? "off" : "previous";
      const view = () => look(browser, signedIn, `${address}?${range}&compare=${mode}`);
      costs[round % 2]?.push(await meter(view));
    }
    const [alone, compared] = costs.map(median);
    const ratio = (compared ?? Number.NaN) / (alone ?? Number.NaN);
    rows.push([`${days}`, `${alone?.toFixed(0)}`, `${compared?.toFixed(0)}`, ratio.toFixed(2)]);
  }
  await client.close();
  print(table(["days", "alone, ms of ClickHouse", "compared", "ratio"], rows));
  print("a ratio of at most 1.3 is wanted");
}

/** Measures one first view, with nothing in the browser's cache. */
async function look(browser: Browser, signedIn: BrowserContext, address: string): Promise<View> {
  const context = await browser.newContext({ storageState: await signedIn.storageState() });
  try {
    const page = await context.newPage();
    const finished: Request[] = [];
    page.on("requestfinished", (request) => finished.push(request));
    await page.goto(address, { waitUntil: "networkidle" });
    const startMs = await page.evaluate(() => performance.timeOrigin);
    const answers = finished.filter((request) => request.url().includes("/api/v1/"));
    const assets = finished.filter((request) => request.url().includes("/assets/"));
    const sizes = await Promise.all(assets.map((request) => request.sizes()));
    return {
      totalMs: Math.max(...finished.map((request) => endOf(request) - startMs)),
      slowestMs: Math.max(...answers.map((request) => request.timing().responseEnd)),
      assetBytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
      requests: finished.length,
    };
  } finally {
    await context.close();
  }
}

function endOf(request: Request): number {
  const { startTime, responseEnd } = request.timing();
  return startTime + responseEnd;
}

function report(views: readonly View[]): void {
  const of = (key: keyof View) => median(views.map((view) => view[key]));
  const ratio = median(views.map(({ totalMs, slowestMs }) => totalMs / slowestMs));
  print(`Node ${process.version}, ${rounds} first views, medians`);
  print(
    table(
      ["website with", "first view ms", "slowest answer ms", "ratio", "requests", "assets KB"],
      [
        [
          `${events} events in 30 closed days`,
          of("totalMs").toFixed(0),
          of("slowestMs").toFixed(0),
          ratio.toFixed(2),
          of("requests").toFixed(0),
          (of("assetBytes") / 1000).toFixed(1),
        ],
      ],
    ),
  );
  print("a ratio of at most 5 is wanted");
}
