import { setMaxListeners } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { randomFrom } from "../../bench/random.ts";
import { bytesOnDisk } from "../../bench/usage.ts";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { Ledger } from "../chaos/ledger.ts";
import { Load } from "../chaos/load.ts";
import { openDaySettings } from "../chaos/open-day-rollup.ts";
import { type Outcome, seeOutcome } from "../chaos/outcome.ts";
import { answerTo, askedNames, type Days, everybody, Queries } from "../chaos/queries.ts";
import { Target } from "../chaos/target.ts";
import { historyOfToday, insertHistory, storeWebsite, type Website } from "../chaos/website.ts";
import { findLeaks } from "./leaks.ts";
import { type Sample, takeSample } from "./sample.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const bulkPauseMsMax = 2_000;
const askEveryMs = 2_000;
const unansweredMax = 20;
/** A month that is old enough to be dropped. No event of the load is that old. */
const retention = { retentionDays: 100, daysAgo: 200, events: 20_000 };
/** Retention runs each ten minutes, and waits a minute for reports that still run. */
const droppedWithinMinutes = 15;
/** The logs of two quiet processes. */
const restBytesMax = 1024 ** 2;

export interface SoakOptions {
  readonly minutes: number;
  /** The first of the minutes; samples taken in them are left out. */
  readonly warmUpMinutes: number;
  /** Single events per second; bulk events come on top. */
  readonly rate: number;
  readonly workers: number;
  /** Events that today has before the load begins. */
  readonly historyEvents: number;
  /** Called with each sample. */
  readonly onSample: (sample: Sample) => void;
  readonly signal: AbortSignal;
}

export interface Soak extends Outcome {
  /** One sample per minute, after the warm-up. */
  readonly samples: readonly Sample[];
  readonly answers: ReadonlyMap<string, number>;
}

/**
 * Runs the built program under a steady load without a fault, and samples each minute what it
 * holds. At the end it compares the acknowledged events with the counted ones. Leaves neither a
 * process nor a file behind.
 */
export async function runSoak(options: SoakOptions): Promise<Soak> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  // Every sender that pauses adds a listener.
  setMaxListeners(0, signal);
  const directory = await mkdtemp(join(tmpdir(), "footfall-soak-"));
  const settings = { ...openDaySettings, RETENTION_DAYS: String(retention.retentionDays) };
  const target = new Target({ directory, workers: options.workers, settings, signal });
  try {
    await mkdir(target.dataDirectory);
    return await soak(target, { ...options, signal });
  } finally {
    over.abort();
    await target.end();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function soak(target: Target, options: SoakOptions): Promise<Soak> {
  const { historyEvents, rate, workers, minutes, signal } = options;
  await target.start();
  const website = await storeWebsite(target);
  const history = historyOfToday(website, historyEvents);
  await insertHistory(target, website, history);
  const old = await insertOld(target, website);
  const ledger = new Ledger();
  const random = randomFrom(1);
  const load = new Load({
    target,
    ledger,
    websites: [website],
    random,
    rate,
    bulkPauseMsMax,
    signal,
  });
  const queries = new Queries(target, website, ledger, historyEvents);
  const asking = new AbortController();
  load.start();
  queries.start(signal);
  const others = askOthers(target, website, AbortSignal.any([signal, asking.signal]));
  const samples = await sampleEachMinute(target, ledger, options).finally(() => asking.abort());
  const unanswered = await others;
  await queries.stop();
  await load.stop();
  const outcome = await seeOutcome({ target, website, load, ledger, queries, history, signal });
  return {
    ...outcome,
    samples,
    answers: load.answers,
    violations: [
      ...outcome.violations,
      ...unanswered.slice(0, unansweredMax),
      ...findLeaks(samples, workers),
      ...(minutes < droppedWithinMinutes ? [] : await seeDropped(target, website, old, signal)),
      ...(await seeRest(target)),
    ],
  };
}

async function sampleEachMinute(
  target: Target,
  ledger: Ledger,
  { minutes, warmUpMinutes, onSample, signal }: SoakOptions,
): Promise<Sample[]> {
  const begunMs = Date.now();
  const samples: Sample[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    await delay(begunMs + minute * minuteMs - Date.now(), undefined, { signal });
    const sample = await takeSample(target, minute, ledger.acknowledged);
    onSample(sample);
    if (minute >= warmUpMinutes) samples.push(sample);
  }
  return samples;
}

/**
 * Queries one dimension after the other, plainly and filtered, until the signal aborts. Resolves
 * with the queries that failed.
 */
async function askOthers(target: Target, website: Website, signal: AbortSignal): Promise<string[]> {
  const days = { from: dayBefore(website, 60), to: website.today };
  const queries = askedNames.flatMap((name) => [name, `${name}${everybody}`]);
  const unanswered: string[] = [];
  for (let asked = 0; !signal.aborted; asked += 1) {
    await delay(askEveryMs, undefined, { signal }).catch(() => {});
    const query = queries[asked % queries.length] ?? "";
    await answerTo(target, website, query, days, signal).catch((error: unknown) => {
      if (!signal.aborted) unanswered.push(String(error));
    });
  }
  return unanswered;
}

/** Inserts events of a day whose month retention is to drop. */
async function insertOld(target: Target, website: Website): Promise<Days> {
  const day = dayBefore(website, retention.daysAgo);
  const untilMs = Date.parse(day) + dayMs / 2;
  await insertHistory(target, website, { day, events: retention.events, untilMs });
  return { from: day, to: day };
}

/** Checks that the old events are gone and that their statistics are still there. */
async function seeDropped(
  target: Target,
  website: Website,
  days: Days,
  signal: AbortSignal,
): Promise<string[]> {
  const [left] = await target.inEngine((db) =>
    db.rows<{ count: number }>(sql`
      SELECT count() AS count
      FROM events
      WHERE website_id = ${bind("UInt32", website.id)} AND date = ${bind("Date", days.from)}`),
  );
  const { meta } = await answerTo(target, website, "pageview", days, signal);
  return [
    ...(left?.count === 0 ? [] : [`${left?.count} old events were not dropped`]),
    ...(meta.count === retention.events ? [] : [`of ${days.from} ${meta.count} are answered`]),
  ];
}

/** Checks that almost nothing is left in the logs after everything is shipped. */
async function seeRest(target: Target): Promise<string[]> {
  const bytes = await bytesOnDisk(join(target.dataDirectory, "log"));
  return bytes <= restBytesMax ? [] : [`the logs take ${bytes} bytes when all is shipped`];
}

function dayBefore({ today }: Website, days: number): string {
  return new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
}
