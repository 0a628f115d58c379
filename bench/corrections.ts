/**
 * `npm run bench:corrections`: how long a correction of a month of events takes, and
 * how long single events wait for their 202 beside it.
 */
import { parseArgs } from "node:util";

import { startFootfall } from "./program.ts";
import { integerFlag, percentile, print, table } from "./report.ts";
import { storeWebsite } from "./website.ts";

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "3000000" },
    rate: { type: "string", default: "500" },
  },
});
const events = integerFlag(flags.events, "events");
const rate = integerFlag(flags.rate, "rate");
const perBulk = 1_000;
const bulksAtOnce = 4;
const range = { from: "2026-06-01", to: "2026-06-30" };

const footfall = await startFootfall();
const { url, apiKey } = footfall;
const authorization = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
const id = await storeWebsite(footfall, "example.com");

async function ask(path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${url}/api/v1/websites/${id}/${path}`, {
    headers: authorization,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  if (reply.status > 299) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { data: unknown }).data;
}

function bulkOf(nth: number): object {
  return Array.from({ length: perBulk }, (_, i) => {
    const n = nth * perBulk + i;
    const day = String(1 + (n % 30)).padStart(2, "0");
    const second = new Date((n % 86_400) * 1000).toISOString().slice(11, 19);
    return {
      url: `https://example.com/users/${n % 200_000}?tab=${n % 3}`,
      timestamp: `2026-06-${day}T${second}Z`,
      ip: `10.${(n >> 16) % 200}.${(n >> 8) % 250}.${n % 250}`,
      props: { plan: n % 2 === 0 ? "pro" : "free" },
    };
  });
}

for (let nth = 0; nth * perBulk < events; nth += bulksAtOnce) {
  const some = Array.from({ length: bulksAtOnce }, (_, i) => ask("events", bulkOf(nth + i)));
  await Promise.all(some);
}

let waits: number[] = [];
let failures = 0;
const load = setInterval(() => {
  const beganMs = performance.now();
  fetch(`${url}/api/event`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 Chrome/126.0.0.0" },
    body: JSON.stringify({ domain: "example.com", url: "https://example.com/live" }),
  }).then(
    async (reply) => {
      await reply.text();
      if (reply.status !== 202) failures += 1;
      waits.push(performance.now() - beganMs);
    },
    () => {
      failures += 1;
    },
  );
}, 1_000 / rate);
function takeWaits(): string[] {
  const some = waits;
  waits = [];
  return [String(some.length), percentile(some, 50).toFixed(1), percentile(some, 99).toFixed(1)];
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const rows: string[][] = [];
await pause(20_000);
takeWaits();
await pause(20_000);
rows.push(["nothing else", "", ...takeWaits()]);
const corrections: [string, object][] = [
  ["pages, 50 rules", { kind: "pages", rules: rulesOf() }],
  ["redact props", { kind: "redact", what: "props" }],
  [
    "delete visitor days",
    { kind: "delete", unit: "visitor_day", filters: { page: ["/users/:id/7*"] } },
  ],
];
function rulesOf(): object[] {
  const others = Array.from({ length: 49 }, (_, n) => ({ match: `/n${n}/*/x`, page: `/n${n}` }));
  return [...others, { match: "/users/*", page: "/users/:id", keep_query: 1 }];
}
for (const [name, body] of corrections) {
  const beganMs = performance.now();
  const { id: correction } = (await ask("corrections", { ...body, ...range })) as { id: number };
  for (;;) {
    const { status } = (await ask(`corrections/${correction}`)) as { status: string };
    if (status === "done") break;
    if (status !== "running") throw new Error(`the correction is ${status}`);
    await pause(100);
  }
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  rows.push([name, seconds, ...takeWaits()]);
  await pause(5_000);
  rows.push([`5 s after ${name}`, "", ...takeWaits()]);
}
clearInterval(load);
print(table(["beside", "seconds", "events", "p50 ms", "p99 ms"], rows));
print(`${failures} events were refused`);
await footfall.stop();
