import { setTimeout as delay } from "node:timers/promises";

import type { Footfall } from "../program.ts";

const waitMsMax = 1_800_000;
/** Footfall looks each minute for what waits. */
const nextLookMs = 65_000;

/** Waits until Footfall has rolled up every closed day, half an hour at most. */
export async function waitForRollups({ url, apiKey }: Footfall): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const deadline = Date.now() + waitMsMax;
  await delay(nextLookMs);
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
    const waiting = /^footfall_rollup_days_waiting(?:\{.*\})? (\S+)$/m.exec(metrics)?.[1];
    if (waiting === "0") return;
    if (Date.now() > deadline) throw new Error(`${waiting} days still wait for their roll-up`);
    await delay(1_000);
  }
}
