/**
 * Kills Footfall under load, again and again on the same directory: every event that it
 * acknowledged must be counted once. Each event has a page of its own, by which it is found again.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { completeAnswer } from "./answer.ts";
import { type Footfall, startFootfallOn } from "./program.ts";
import { randomFrom } from "./random.ts";
import { domain } from "./requests.ts";
import { connectEngine, countPageviews, storeWebsite } from "./website.ts";

const connections = 64;
const loadMsMin = 300;
const loadMsMax = 1_500;
const catchUpMs = 60_000;

export async function measureKills(kills: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-bench-kills-"));
  const random = randomFrom(Date.now());
  const acknowledged = new Set<number>();
  let sent = 0;
  let footfall = await startFootfallOn(directory);
  try {
    const websiteId = await storeWebsite(footfall);
    for (let kill = 0; kill < kills; kill += 1) {
      const target = new URL(footfall.url);
      const senders = Array.from({ length: connections }, () =>
        sendUntilCut(target, () => sent++, acknowledged),
      );
      await delay(loadMsMin + random() * (loadMsMax - loadMsMin));
      await footfall.kill();
      await Promise.all(senders);
      footfall = await startFootfallOn(directory);
    }
    await countedAll(footfall, websiteId, acknowledged.size);
    const { lost, doubled, counted } = await compare(directory, acknowledged);
    return [
      `\nkill -9 of Footfall and ClickHouse under load of ${connections} connections, ${kills} times`,
      `${sent} events sent, ${acknowledged.size} acknowledged, ${counted} counted (what was under way at a kill may be or not)`,
      `${lost} acknowledged events lost, ${doubled} events doubled; 0 and 0 are wanted`,
    ].join("\n");
  } finally {
    await footfall.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Sends one event after the other, each of a new number, and notes which are acknowledged. */
async function sendUntilCut(
  { hostname, port }: URL,
  nextNumber: () => number,
  acknowledged: Set<number>,
): Promise<void> {
  const socket = connect(Number(port), hostname);
  let number = 0;
  let received = "";
  const send = () => {
    number = nextNumber();
    socket.write(eventRequest(number));
  };
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    const answer = completeAnswer(received);
    if (answer === undefined) return;
    received = "";
    // The server owes nothing for a refused event.
    if (answer.outcome === "202") acknowledged.add(number);
    send();
  });
  socket.on("connect", send);
  // The kill cuts it off.
  socket.on("error", () => {});
  await new Promise((resolve) => socket.on("close", resolve));
}

function eventRequest(number: number): string {
  const body = JSON.stringify({ n: "pageview", u: `https://${domain}/${number}`, d: domain });
  return (
    `POST /api/event HTTP/1.1\r\nHost: ${domain}\r\nContent-Type: text/plain\r\n` +
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n" +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}

/** Waits until at least `atLeast` events are counted, and the count has come to rest. */
async function countedAll(footfall: Footfall, websiteId: number, atLeast: number): Promise<void> {
  const deadline = Date.now() + catchUpMs;
  let last = -1;
  let count = await countPageviews(footfall, websiteId);
  while ((count < atLeast || count !== last) && Date.now() < deadline) {
    await delay(2_000);
    last = count;
    count = await countPageviews(footfall, websiteId);
  }
}

async function compare(directory: string, acknowledged: ReadonlySet<number>) {
  const engine = await connectEngine(directory);
  try {
    const result = await engine.query({
      query: "SELECT page, count() AS count FROM events GROUP BY page",
      format: "JSONEachRow",
    });
    const rows = await result.json<{ page: string; count: number }>();
    const pages = new Set(rows.map(({ page }) => page));
    return {
      lost: [...acknowledged].filter((number) => !pages.has(`/${number}`)).length,
      doubled: rows.filter(({ count }) => count > 1).length,
      counted: rows.reduce((sum, { count }) => sum + count, 0),
    };
  } finally {
    await engine.close();
  }
}
