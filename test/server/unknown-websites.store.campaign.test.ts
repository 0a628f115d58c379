import { expect, test as of } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { startServer, track } from "../helpers/program.ts";
import { testServer } from "../helpers/test-server.ts";
import { databaseFor, type StoreGate, startStoreGate } from "./store-gate.ts";

const server = testServer() ?? "";
const test = of.skipIf(server === "");
/** Reads begin a fifth of a second apart, those of the background job included. */
const readsPerSecond = 5;

test("a website that another Footfall has just made is known to every worker", async () => {
  const url = databaseFor(server, "made_for_workers");
  const maker = await startFootfall({ CLICKHOUSE_URL: url });
  const gate = await startStoreGate(url);
  const DATA_DIR = await temporaryDirectory();
  const other = await startServer({ DATA_DIR, CLICKHOUSE_URL: gate.url, WORKERS: "2" });
  for (let i = 0; i < 5; i += 1) {
    const { domain } = await maker.store(`workers-${i}.example`);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => track(other.url, domain, `/${nth}`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(202));
  }

  const reads = await flood(gate, async (nth) => {
    const { status } = await track(other.url, `unknown-${nth}.example`, "/");
    expect(status).toBe(404);
  });
  expect(reads.count).toBeLessThanOrEqual(reads.seconds * readsPerSecond + 2);
});

test("requests for websites that nobody made share five reads a second, and events of others go on", async () => {
  const gate = await startStoreGate(databaseFor(server, "never_made"));
  const other = await startFootfall({ CLICKHOUSE_URL: gate.url });
  const { domain } = await other.store("known.example");
  let known = 0;
  let isOver = false;
  const good = (async () => {
    for (; !isOver; known += 1) {
      const { status } = await other.track({ d: domain, n: "pageview", u: `https://${domain}/` });
      expect(status).toBe(202);
    }
  })();
  const reads = await flood(gate, async (nth) => {
    const unknown = `unknown-${nth}.example`;
    const { status } = await other.track({ d: unknown, n: "pageview", u: `https://${unknown}/` });
    expect(status).toBe(404);
  });
  isOver = true;
  await good;

  expect(reads.count).toBeLessThanOrEqual(reads.seconds * readsPerSecond + 2);
  expect(known).toBeGreaterThan(0);
});

/**
 * Sends requests of this kind, 40 at a time, until the gate has seen ten reads of websites.
 * Resolves with the number of reads since, and the seconds that they took.
 */
async function flood(
  gate: StoreGate,
  ask: (nth: number) => Promise<void>,
): Promise<{ count: number; seconds: number }> {
  const before = gate.websiteReads();
  const begunMs = performance.now();
  const count = () => gate.websiteReads() - before;
  let nth = 0;
  const senders = Array.from({ length: 40 }, async () => {
    while (count() < 10) {
      nth += 1;
      await ask(nth);
    }
  });
  await Promise.all(senders);
  return { count: count(), seconds: (performance.now() - begunMs) / 1000 };
}
