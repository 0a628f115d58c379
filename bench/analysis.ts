/**
 * Measures goals, funnels and journeys, beside a filtered breakdown, which is counted from events
 * as they are. See bench/README.md.
 */
import { parseArgs } from "node:util";

import { type Footfall, settle, startFootfall } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { closedDays, trafficOf } from "./stats/dataset.ts";
import { closedRange } from "./stats/days.ts";
import { settleMerges } from "./stats/engine.ts";
import { prepareDays, publishDays, seedDays } from "./stats/history.ts";
import { waitForRollups } from "./stats/rollups.ts";
import { connectEngine, storeWebsite } from "./website.ts";

const goals = [
  { type: "event", value: "Signup" },
  { type: "event", value: "Purchase" },
  { type: "event", value: "Purchase", props: { plan: "team" } },
  { type: "event", value: "Search" },
  { type: "event", value: "Video" },
  { type: "event", value: "~download" },
  { type: "page", value: "/pricing/*" },
  { type: "page", value: "/docs/*" },
  { type: "page", value: "/blog/article-about-0" },
  { type: "page", value: "~about-1" },
];
const steps = ["page:/blog/*", "page:/docs/*", "page:/pricing/*", "event:Signup", "event:Purchase"];
const funnel = steps.map((step) => `step=${encodeURIComponent(step)}`).join("&");

/** Each question, and how many times as long as the breakdown it may take. */
const questions: readonly (readonly [name: string, path: string, target: number])[] = [
  [`${goals.length} goals`, "goals/stats?", 3],
  ["a funnel of 5 steps", `funnels/stats?${funnel}`, 4],
  ["the same within visits", `funnels/stats?${funnel}&within=visit`, 4],
  ["journeys, first elements", "journeys?", 4],
  ["journeys from a page", "journeys?start=page:/pricing/*&include=events", 4],
  ["paths of 5 elements", "journeys/paths?steps=5", 4],
];

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "10000000" },
    rounds: { type: "string", default: "5" },
  },
});
const events = integerFlag(flags.events, "events");
const rounds = integerFlag(flags.rounds, "rounds");
const now = Date.now();
const { from, to } = closedRange(now, closedDays);
const range = `from=${from}&to=${to}`;

const footfall = await startFootfall();
try {
  const id = await prepare(footfall);
  print(`Node ${process.version}, ${events} events in ${closedDays} closed days`);
  print(await compare(id));
} finally {
  await footfall.stop();
}

/** Makes the events and the goals, and has the days rolled up. Resolves with the website's id. */
async function prepare(started: Footfall): Promise<number> {
  const id = await storeWebsite(started);
  for (const [nth, goal] of goals.entries()) {
    await ask(`/api/v1/websites/${id}/goals`, { name: `Goal ${nth + 1}`, ...goal });
  }
  const client = await connectEngine(started.directory);
  await prepareDays(client);
  const days = { since: closedDays, before: 0 };
  await seedDays({ client, now }, days, trafficOf(id, events, closedDays));
  await publishDays(client);
  await waitForRollups(started, client, now);
  await settleMerges(client);
  await client.close();
  await settle(started.pid);
  return id;
}

/** Asks everything in turn; resolves with a table of the median times. */
async function compare(id: number): Promise<string> {
  const filtered = `/api/v1/stats/${id}?name=event&filter[browser]=Chrome&${range}`;
  const others = questions.map(([, path]) => `/api/v1/websites/${id}/${path}&${range}`);
  const timesMs = [filtered, ...others].map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [nth, path] of [filtered, ...others].entries()) {
      const start = performance.now();
      await ask(path);
      // The first round warms up.
      if (round > 0) timesMs[nth]?.push(performance.now() - start);
    }
  }
  const [baseMs = Number.NaN, ...medians] = timesMs.map(median);
  const rows = questions.map(([name, , target], nth) => {
    const timeMs = medians[nth] ?? Number.NaN;
    const ratio = timeMs / baseMs;
    const isReached = ratio <= target ? "yes" : "no";
    return [name, timeMs.toFixed(0), ratio.toFixed(2), String(target), isReached];
  });
  return table(
    ["question", "ms", "ratio", "at most", "reached"],
    [["events of Chrome's visitors", baseMs.toFixed(0), "1", "", ""], ...rows],
  );
}

/** Sends a request whose answer no cache has; with a body, it creates something. */
async function ask(path: string, body?: object): Promise<void> {
  const reply = await fetch(`${footfall.url}${path}`, {
    headers: {
      authorization: `Bearer ${footfall.apiKey}`,
      "cache-control": "no-cache",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`);
}
