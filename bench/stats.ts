/** What does the API add to the queries that it stands for? See bench/README.md. */
import { Agent, get } from "node:http";
import { parseArgs } from "node:util";
import type { ClickHouseClient } from "@clickhouse/client";

import { directQueries } from "./direct.ts";
import { type Footfall, settle, startFootfall } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { bytesPerEvent, days, seed } from "./seed.ts";
import { connectEngine, storeWebsite } from "./website.ts";

const requestsPerRound = 5;
const dayMs = 86_400_000;

/** The numbers of an answer's first page, for the comparison. */
type Counts = readonly number[];
type Ask = () => Promise<Counts>;

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "5" },
  },
});
const events = integerFlag(flags.events, "events");
const rounds = integerFlag(flags.rounds, "rounds");
const today = Math.floor(Date.now() / dayMs);
const range = { from: isoDay(today - days + 1), to: isoDay(today) };

const footfall = await startFootfall({});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let client: ClickHouseClient | undefined;
try {
  client = await connectEngine(footfall.directory);
  const websiteId = await storeWebsite(footfall);
  await seed(client, { websiteId, events, from: range.from });
  await settle(footfall.pid);
  print(
    `Node ${process.version}, ${events} events over ${days} days, ${rounds} rounds of ${requestsPerRound} requests each, p50 in ms`,
  );
  print(await compare(client, footfall, websiteId));
  print(await disk(client));
} finally {
  agent.destroy();
  await client?.close();
  await footfall.stop();
}

async function compare(direct: ClickHouseClient, api: Footfall, websiteId: number) {
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const [name, query] of Object.entries(directQueries)) {
    const query_params = { websiteId, ...range };
    const askDirect = () => askClickHouse(direct, query, query_params);
    const askFootfall = () => askApi(api, `/api/v1/stats/${websiteId}`, { name, ...range });
    const [expected, actual] = [await askDirect(), await askFootfall()];
    if (expected.length === 0 || `${expected}` !== `${actual}`) {
      throw new Error(`${name}: the API counts ${actual}, the query ${expected}`);
    }
    const [apiMs, directMs] = await interleave(askFootfall, askDirect);
    ratios.push(apiMs / directMs);
    rows.push([name, apiMs.toFixed(1), directMs.toFixed(1), (apiMs / directMs).toFixed(2)]);
  }
  const [emptyMs] = await interleave(
    () => askClickHouse(direct, "SELECT 1 AS count", {}),
    async () => [],
  );
  rows.push(["SELECT 1", "", emptyMs.toFixed(1), ""]);
  const text = table(["name", "API", "GROUP BY", "ratio"], rows);
  return `${text}\nmedian of the ratios ${median(ratios).toFixed(2)}, largest ${Math.max(...ratios).toFixed(2)}`;
}

/** Rounds of either side in turn; the medians of the rounds' p50. */
async function interleave(...sides: readonly [Ask, Ask]): Promise<[number, number]> {
  const p50s: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const side of [0, 1] as const) {
      const timesMs: number[] = [];
      for (let request = 0; request < requestsPerRound; request += 1) {
        const start = performance.now();
        await sides[side]();
        timesMs.push(performance.now() - start);
      }
      p50s[side].push(median(timesMs));
    }
  }
  return [median(p50s[0]), median(p50s[1])];
}

async function askClickHouse(
  direct: ClickHouseClient,
  query: string,
  query_params: Record<string, unknown>,
): Promise<Counts> {
  const result = await direct.query({ query, query_params, format: "JSONEachRow" });
  return (await result.json<{ count: number }>()).map(({ count }) => count);
}

async function askApi(
  { url, apiKey }: Footfall,
  path: string,
  query: Record<string, string>,
): Promise<Counts> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const text = await new Promise<string>((resolve, reject) => {
    get(`${url}${path}?${new URLSearchParams(query)}`, { agent, headers }, async (reply) => {
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString();
      if (reply.statusCode === 200) resolve(body);
      else reject(new Error(`${path} answered ${reply.statusCode}: ${body}`));
    }).on("error", reject);
  });
  return (JSON.parse(text) as { data: { count: number }[] }).data.map(({ count }) => count);
}

async function disk(direct: ClickHouseClient): Promise<string> {
  const { total, columns } = await bytesPerEvent(direct);
  const largest = columns.map(({ column, bytes }) => `${column} ${bytes.toFixed(2)}`).join(", ");
  return `bytes on disk for each event ${total.toFixed(1)}${largest && `; largest columns: ${largest}`}`;
}

function isoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
