import type { Ledger, Verdict } from "./ledger.ts";
import type { Load } from "./load.ts";
import { awaitOpenDayRollup, type OpenDayState } from "./open-day-rollup.ts";
import { compareAnswers, type Queries } from "./queries.ts";
import type { Target } from "./target.ts";
import { until } from "./wait.ts";
import { countById, type History, type Website } from "./website.ts";

const dayMs = 24 * 60 * 60_000;
const shippingTimeoutMs = 60_000;
const someMax = 20;

/** The target's load and faults until the load was stopped. */
export interface Done {
  readonly target: Target;
  readonly website: Website;
  readonly load: Load;
  readonly ledger: Ledger;
  readonly queries: Queries;
  /** The history of today. Without one, nobody waits for open-day roll-ups. */
  readonly history?: History | undefined;
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly openDay: OpenDayState | undefined;
  /** Queries under load that were answered. */
  readonly answered: number;
  /** Everything that must not be, one sentence each. */
  readonly violations: readonly string[];
}

/**
 * Ships everything. Then compares the acknowledged events with the counted ones, and the API's
 * answers with both.
 */
export async function seeOutcome(done: Done): Promise<Outcome> {
  const { target, website, load, ledger, queries, history, signal } = done;
  await shipEverything(target, signal);
  const openDay = history && (await awaitOpenDayRollup(target, website, signal));
  const counts = await target.inEngine((db) => countById(db, website));
  const verdict = ledger.compare(counts);
  const pageviews = [...counts.values()].reduce((sum, count) => sum + count, history?.events ?? 0);
  const from = new Date(Date.parse(website.today) - 60 * dayMs).toISOString().slice(0, 10);
  const to = new Date(Date.parse(website.today) + dayMs).toISOString().slice(0, 10);
  const violations = [
    ...violationsOf(verdict),
    ...target.wrongEnds,
    ...load.wrongAnswers.slice(0, someMax),
    ...queries.wrong.slice(0, someMax),
    ...(await compareAnswers(target, website, { from, to }, pageviews, signal)),
    ...(openDay?.isUsed === false ? ["no answer is made of an open-day roll-up"] : []),
    ...(await target.quarantined()).map((name) => `in quarantine: ${name}`),
  ];
  return { verdict, openDay, answered: queries.answered, violations };
}

/** Returns the acknowledged and counted events as text for people. */
export function describeOutcome({ verdict, openDay, answered }: Outcome): string {
  const { acknowledged, counted, unacknowledgedButCounted, missing, doubled } = verdict;
  return [
    `acknowledged ${acknowledged}, counted ${counted}, ` +
      `unacknowledged but counted ${unacknowledgedButCounted}, ` +
      `missing ${missing.length}, doubled ${doubled.length}`,
    ...(openDay
      ? [`open-day roll-ups: ${openDay.runs} runs, ${openDay.isUsed ? "" : "not "}used at the end`]
      : []),
    `queries answered under load: ${answered}`,
  ].join("\n");
}

/** Resolves, with the program running, when no event that was sent so far is still on its way. */
export async function shipEverything(target: Target, signal: AbortSignal): Promise<void> {
  await target.stop();
  const written = await target.logs();
  await target.start();
  const isShipped = async () => {
    const left = await target.logs();
    return !left.some((name) => written.includes(name));
  };
  await until("the shipping of all logs", isShipped, { signal, timeoutMs: shippingTimeoutMs });
}

/** Returns everything that must not be, one sentence for each kind. */
export function violationsOf(verdict: Verdict): string[] {
  const kinds = ["missing", "doubled", "refusedButCounted", "torn", "neverSent"] as const;
  return kinds.flatMap((kind) => {
    const ids = verdict[kind];
    const some = ids.slice(0, someMax).join(", ");
    return ids.length === 0 ? [] : [`${kind}: ${ids.length}, such as ${some}`];
  });
}
