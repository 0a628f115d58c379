/** Measures one client and many, with and without events coming in. */

import { type Generator, startGenerator } from "../generator.ts";
import { print, table } from "../report.ts";
import type { Side } from "./ask.ts";
import type { Bench } from "./bench.ts";
import { closedDays } from "./dataset.ts";
import { openRange } from "./days.ts";
import { type Times, timeMs, timesOf } from "./turns.ts";

const sideNames = [
  ["api", "API"],
  ["direct", "GROUP BY"],
] as const;
const clientCounts = [1, 32];
const eventsPerSecond = 5_000;
const eventConnections = 64;

interface Answered extends Times {
  readonly perSecond: number;
  readonly failed: number;
}

/**
 * Queries the dimensions in turn, over 30 days up to now, in closed loop: a client asks again after
 * its answer. Events go to the same website, so they are in the answers.
 */
export async function measureClients(bench: Bench, seconds: number): Promise<void> {
  const generator = startGenerator();
  const rows: string[][] = [];
  try {
    for (const clients of clientCounts) {
      for (const [side, name] of sideNames) {
        const run = () => askInLoops(bench, bench.sides[side], clients, seconds);
        rows.push([name, `${clients}`, ...cells(await run()), "none", "", "", ""]);
        rows.push([name, `${clients}`, ...(await whileEventsCome(bench, generator, seconds, run))]);
      }
    }
  } finally {
    generator.stop();
  }
  print(`\n${closedDays} days up to now of the large website, ${seconds} s each`);
  const events = ["events/s", "p50 ms", "p99 ms", "refused"];
  print(
    table(["", "clients", "answers/s", "p50 ms", "p99 ms", "answers", "failed", ...events], rows),
  );
}

async function whileEventsCome(
  { footfall }: Bench,
  generator: Generator,
  seconds: number,
  run: () => Promise<Answered>,
): Promise<string[]> {
  const order = {
    url: footfall.url,
    connections: eventConnections,
    seconds: seconds + 1,
    ratePerSecond: eventsPerSecond,
  };
  const [load, answered] = await Promise.all([generator.load(order, { refusals: true }), run()]);
  const refused = Object.values(load.others).reduce((sum, count) => sum + count, 0);
  const event = [load.perSecond.toFixed(0), load.p50Ms.toFixed(1), load.p99Ms.toFixed(1)];
  return [...cells(answered), ...event, `${refused}`];
}

async function askInLoops(
  { dataset, now, names }: Bench,
  side: Side,
  clients: number,
  seconds: number,
): Promise<Answered> {
  const timesMs: number[] = [];
  let failed = 0;
  const start = performance.now();
  const range = openRange(now, closedDays);
  const loop = async (client: number) => {
    for (let i = client; performance.now() - start < seconds * 1000; i += 1) {
      const name = names[i % names.length];
      if (name === undefined) return;
      const ask = () => side({ name, websiteId: dataset.large, ...range });
      await timeMs(ask).then(
        (ms) => timesMs.push(ms),
        () => {
          failed += 1;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  const perSecond = timesMs.length / ((performance.now() - start) / 1000);
  return { ...timesOf(timesMs), perSecond, failed };
}

function cells({ perSecond, p50Ms, p99Ms, requests, failed }: Answered): string[] {
  return [perSecond.toFixed(1), p50Ms.toFixed(1), p99Ms.toFixed(1), `${requests}`, `${failed}`];
}
