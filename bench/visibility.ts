/**
 * How long after its answer is an event in the statistics, while the collector is under full load?
 */
import { setTimeout as delay } from "node:timers/promises";

import type { Generator } from "./generator.ts";
import type { Footfall } from "./program.ts";
import { median } from "./report.ts";
import { domain } from "./requests.ts";

const pollIntervalMs = 20;
const probeTimeoutMs = 20_000;
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export interface Visibility {
  readonly timesMs: readonly number[];
  /** Page views that were acknowledged meanwhile. */
  readonly acknowledged: number;
}

/** Sends probes, one after the other, beside a load at full speed. */
export async function measureVisibility(
  generator: Generator,
  footfall: Footfall,
  plan: { websiteId: number; connections: number; seconds: number },
): Promise<Visibility> {
  const { websiteId, connections, seconds } = plan;
  let isOver = false;
  const load = generator.load({ url: footfall.url, connections, seconds }).finally(() => {
    isOver = true;
  });
  const timesMs: number[] = [];
  await delay(500);
  while (!isOver)
    timesMs.push(await probe(footfall, websiteId, `${connections}-${timesMs.length}`));
  return { timesMs, acknowledged: (await load).requests };
}

export function reportVisibility({ timesMs }: Visibility): string {
  return (
    `in the statistics after ${median(timesMs).toFixed(0)} ms, ` +
    `at most ${Math.max(...timesMs).toFixed(0)} ms (${timesMs.length} probes at full load)`
  );
}

/**
 * Sends a custom event, so that page views can be counted without it. Measures the time from its
 * answer to the first answer of the statistics that has it.
 */
async function probe({ url, apiKey }: Footfall, websiteId: number, id: string): Promise<number> {
  const name = `probe-${id}`;
  const reply = await fetch(`${url}/api/event`, {
    method: "POST",
    headers: { "content-type": "text/plain", "user-agent": userAgent },
    body: JSON.stringify({ d: domain, n: name, u: `https://${domain}/probe` }),
  });
  if (reply.status !== 202) throw new Error(`a probe was answered with ${reply.status}`);
  const acknowledgedAt = performance.now();
  const query = `name=event&search=${name}&from=2000-01-01&to=2100-01-01`;
  const headers = { authorization: `Bearer ${apiKey}`, "cache-control": "no-cache" };
  for (;;) {
    const stats = await fetch(`${url}/api/v1/stats/${websiteId}?${query}`, { headers });
    const { meta } = (await stats.json()) as { meta: { count: number } };
    const passedMs = performance.now() - acknowledgedAt;
    if (meta.count > 0) return passedMs;
    if (passedMs > probeTimeoutMs) throw new Error(`a probe is not counted after ${passedMs} ms`);
    await delay(pollIntervalMs);
  }
}
