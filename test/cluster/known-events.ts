import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";

import { pick } from "../../bench/random.ts";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { dimensionNames } from "../../src/counting/dimensions.ts";
import type { Address } from "../chaos/load.ts";
import { apiKey } from "../chaos/target.ts";
import { until } from "../chaos/wait.ts";
import { type Happening, happenings, toSent } from "../stats/happenings.ts";
import type { Engine } from "./engine.ts";

const days = 12;
const dayMs = 24 * 60 * 60_000;
export const eventsPerRequest = 100;
const retryPauseMs = 100;
const attemptTimeoutMs = 20_000;
/** Events of the last minutes belong to a day that may still be counted from events. */
const youngestMs = 5 * 60_000;
/** Names that are also queried with a filter, whose answers use no roll-up. */
const filteredNames = ["visitor", "page", "event"];
const headers = { authorization: `Bearer ${apiKey}` };

/** A website of which all events are known, in one installation. */
export interface KnownWebsite {
  readonly id: number;
  readonly domain: string;
}

/** Returns events of some days, the same for the same seed and time. */
export function knownEvents(seed: number, count: number, nowMs: number): Happening[] {
  const timeMs = fc.integer({ min: nowMs - days * dayMs, max: nowMs - youngestMs });
  return fc.sample(happenings({ timeMs, pages: 40 }), { seed, numRuns: count });
}

export interface Sending {
  readonly addresses: readonly Address[];
  readonly website: KnownWebsite;
  readonly events: readonly Happening[];
  readonly random: () => number;
  /** The longest pause between two requests. */
  readonly pauseMsMax: number;
  readonly signal: AbortSignal;
}

/**
 * Sends the events in bulk, by way of any Footfall. Each request has an idempotency key, and is
 * sent, to another Footfall perhaps, until it is acknowledged.
 */
export async function sendKnown(sending: Sending): Promise<void> {
  const { addresses, website, events, random, pauseMsMax, signal } = sending;
  for (let i = 0; i < events.length; i += eventsPerRequest) {
    const some = events.slice(i, i + eventsPerRequest);
    const body = JSON.stringify(some.map((event) => toSent(event, website.domain)));
    const key = { "idempotency-key": randomUUID(), "content-type": "application/json" };
    for (;;) {
      const base = await pick(random, addresses).url();
      const status = await fetch(`${base}/api/v1/websites/${website.id}/events`, {
        method: "POST",
        headers: { ...headers, ...key },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]),
      }).then(
        (reply) => reply.arrayBuffer().then(() => reply.status),
        () => 0,
      );
      signal.throwIfAborted();
      if (status === 202) break;
      if (status !== 0 && status < 500) throw new Error(`known events were answered ${status}`);
      await delay(retryPauseMs, undefined, { signal });
    }
    await delay(random() * pauseMsMax, undefined, { signal });
  }
}

/** Returns the answers to queries by each name, and the other views of a website's statistics. */
export async function allAnswers(
  address: Address,
  { id }: KnownWebsite,
  nowMs: number,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const range = `from=${dayOf(nowMs - (days + 2) * dayMs)}&to=${dayOf(nowMs + dayMs)}`;
  const paths = [
    ...dimensionNames.map((name) => `/stats/${id}?name=${name}&per_page=100&${range}`),
    ...filteredNames.map((name) => `/stats/${id}?name=${name}&filter[browser]=Chrome&${range}`),
    `/websites/${id}/summary?${range}`,
  ];
  const answers = new Map<string, string>();
  for (const path of paths) {
    const reply = await fetch(`${await address.url()}/api/v1${path}`, {
      headers: { ...headers, "cache-control": "no-cache" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]),
    });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}: ${text}`);
    // Links differ by address, and paths by the website's id.
    const { data, meta } = JSON.parse(text) as { data: unknown; meta?: Record<string, unknown> };
    const { total, count } = meta ?? {};
    answers.set(path.replaceAll(`/${id}`, ""), JSON.stringify({ data, total, count }));
  }
  return answers;
}

/** Returns a sentence for each answer that differs. */
export function differences(
  ours: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string[] {
  return [...expected].flatMap(([path, text]) => {
    const found = ours.get(path);
    return found === text
      ? []
      : [`${path} is ${found?.slice(0, 300)}, and on a single server ${text.slice(0, 300)}`];
  });
}

/** Returns the number of a website's closed days with events, and of those that are rolled up. */
export async function rolledUpDays(
  engine: Engine,
  { id }: KnownWebsite,
): Promise<{ closed: number; rolledUp: number }> {
  return engine.query(async (db) => {
    const [row] = await db.rows<{ closed: number; rolledUp: number }>(sql`
      SELECT
        count() AS closed,
        countIf((date, events) IN (
          SELECT date, events FROM rollup_days WHERE website_id = ${bind("UInt32", id)}
        )) AS rolledUp
      FROM
      (
        SELECT date, count() AS events
        FROM events
        WHERE website_id = ${bind("UInt32", id)} AND date < today()
        GROUP BY date
      )`);
    return row ?? { closed: 0, rolledUp: 0 };
  });
}

/** Resolves when every closed day of a website is rolled up. */
export async function awaitRollUps(
  engine: Engine,
  website: KnownWebsite,
  signal: AbortSignal,
): Promise<void> {
  const isDone = async () => {
    const { closed, rolledUp } = await rolledUpDays(engine, website);
    return closed > 0 && closed === rolledUp;
  };
  await until(`the roll-ups of ${website.domain}`, isDone, { signal, timeoutMs: 120_000 });
}
