import type { FastifyBaseLogger as Logger } from "fastify";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { SingleFlight } from "../../base/async/single-flight.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { StartRefused } from "../../base/errors.ts";
import type { Database } from "../../clickhouse/database.ts";
import { bind, sql } from "../../clickhouse/sql.ts";
import type { Correction, CorrectionMonth } from "../../definitions/correction.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { filterValueErrors, readFilters } from "../../http/reports/filter-params.ts";
import { Lease } from "../../move/lease.ts";
import { findLeavingMonths } from "../../rollups/retention/month-tables.ts";
import { removeMadeBefore } from "../../rollups/superseded-rollups.ts";
import {
  forgetCorrection,
  isRewritingEvents,
  monthsOfEvents,
} from "../../tables/corrected-events.ts";
import { type FoundDefinition, findDefinitions } from "../../tables/definition-table.ts";
import { forgetEarlierDefinitions } from "../../tables/forget-definitions.ts";
import { isOn, type Website } from "../../websites/website.ts";
import { correctMonth, countMonth } from "./correct-month.ts";

const correctionRun = { routine: "correction run" } as const;
/** The time after which something else that a correction waits for may have ended. */
const lookAgainMs = 3_000;
/** Longer than a query may still be reading what was made of events as they were. */
const queriesEndWithinMs = 22_000;

/** A store, as far as corrections need it. */
export interface CorrectedStore {
  /** The name of the shard, and that in the placements of websites. */
  readonly name: string;
  readonly key: string;
  readonly db: Database;
  readonly definitions: Definitions;
}

export interface CorrectionsOptions {
  readonly stores: readonly CorrectedStore[];
  /** The database with the websites. */
  readonly first: Database;
  readonly findWebsite: (id: number) => Website | undefined;
  /** Resolves when a shard has all events that are accepted by now. */
  readonly shipped: (shard: string) => Promise<void>;
  /** As `shipped`, and no event log has them any more. */
  readonly forgotten: (shard: string) => Promise<void>;
  /** Called when days have changed. */
  readonly onChange: () => void;
  readonly logger: Logger;
  readonly now: () => number;
}

interface StoreCorrection extends FoundDefinition<"correction"> {
  readonly store: CorrectedStore;
}

/**
 * Does what the records of corrections ask for, month by month, and sweeps out what was made of the
 * events as they were. Whatever was cut off goes on when `look` is called the next time.
 */
export class Corrections {
  readonly #options: CorrectionsOptions;
  readonly #flight = new SingleFlight(() => this.#lookWhileAsked());
  readonly #nextLooks = new Set<NodeJS.Timeout>();
  /** When no query reads any more what a correction has replaced, by `performance.now()`. */
  readonly #sweptFromMs = new Map<string, number>();
  #isAskedAgain = false;

  constructor(options: CorrectionsOptions) {
    this.#options = options;
  }

  /** Resolves when everything is done that can be done now. */
  async run(): Promise<void> {
    this.#isAskedAgain = true;
    await this.#flight.run();
  }

  /** Calls `run` in the background. */
  look(): void {
    this.run().catch((error: unknown) => {
      this.#options.logger.warn({ err: error }, "corrections wait until the store answers");
    });
  }

  /** Starts nothing else. What runs goes on at the next start. */
  async stop(): Promise<void> {
    const ended = this.#flight.stop();
    for (const timer of this.#nextLooks) clearTimeout(timer);
    await ended;
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#isAskedAgain && !this.#flight.signal.aborted) {
      this.#isAskedAgain = false;
      await Promise.all(this.#options.stores.map((store) => this.#lookAt(store)));
    }
  }

  async #lookAt(store: CorrectedStore): Promise<void> {
    const found = await findDefinitions(store.db, "correction");
    let failure: unknown;
    for (const each of found) {
      if (this.#flight.signal.aborted) return;
      // One that fails must not hold up the others.
      await this.#serve({ ...each, store }).catch((error: unknown) => {
        failure = error;
      });
    }
    if (failure !== undefined) throw failure;
  }

  async #serve(found: StoreCorrection): Promise<void> {
    const { store, websiteId, content } = found;
    const website = this.#options.findWebsite(websiteId);
    // The record of a deleted website goes with it.
    if (website === undefined || !isOn(store.key, website)) return;
    if (content.status !== "running") return content.isSwept ? undefined : this.#sweep(found);
    if (this.#options.stores.length === 1) return this.#correct(found);
    try {
      const { first } = this.#options;
      const lease = await Lease.open({ first, role: "import", website });
      await this.#correct(found).finally(() => lease.close());
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error;
      this.#lookSoon(lookAgainMs);
    }
  }

  async #correct(found: StoreCorrection): Promise<void> {
    const { store, websiteId } = found;
    let record: Correction | undefined = found.content;
    if (record.months === null) record = await this.#begin(found);
    if (record === undefined) return;
    for (const [nth, month] of (record.months ?? []).entries()) {
      if (this.#flight.signal.aborted) return;
      if (month.isDone) continue;
      const isDone = await this.#correctMonth(found, month, nth);
      if (!isDone) return;
    }
    await this.#options.forgotten(store.name);
    const finishedAt = isoSeconds(this.#options.now());
    await this.#change(found, (before) => ({
      ...before,
      status: "done",
      change: null,
      finishedAt,
    }));
    this.#options.logger.info({ websiteId, correction: found.id }, "a correction is done");
    this.#sweepSoon(found);
    this.#options.onChange();
  }

  /** Finds the months that have events. Resolves with the record; undefined if it has ended. */
  async #begin(found: StoreCorrection): Promise<Correction | undefined> {
    const { store, websiteId, content } = found;
    // Events that were accepted before belong to the past that is corrected.
    await untilAborted(this.#options.shipped(store.name), this.#flight.signal);
    const months = await monthsOfEvents(
      store.db,
      sql`website_id = ${bind("UInt32", websiteId)}
        AND date >= ${bind("Date", content.from)}
        AND date <= ${bind("Date", content.to)}`,
    );
    return this.#change(found, (before) => ({
      ...before,
      months: months.map((month) => ({ month, numbers: null, days: [], isDone: false })),
    }));
  }

  /** Resolves with whether the month is done. */
  async #correctMonth(
    found: StoreCorrection,
    { month, ...begun }: CorrectionMonth,
    nth: number,
  ): Promise<boolean> {
    const { store, websiteId } = found;
    const { db } = store;
    // Retention begins with no month of a correction that runs, so none begins from now on.
    const isLeaving = (await findLeavingMonths(db)).includes(month);
    if (isLeaving || (await isRewritingEvents(db))) {
      this.#lookSoon(lookAgainMs);
      return false;
    }
    const { change, from, to } = found.content;
    if (change === null) return false;
    const set = await store.definitions.latest(websiteId);
    const lists = "filters" in change ? change.filters : {};
    if (Object.keys(filterValueErrors(lists, set)).length > 0) return this.#fail(found);
    const filters = readFilters(lists, set);
    const correction = { db, websiteId, month, from, to, change, filters };
    let { numbers, days } = begun;
    if (numbers === null) {
      ({ numbers, days } = await countMonth(correction));
      // From here on nobody can cancel it.
      const counted = await this.#changeMonth(found, nth, { numbers, days });
      if (counted === undefined) return false;
    }
    if ((numbers?.events ?? 0) > 0) {
      await correctMonth(correction, days, (step) => untilAborted(step, this.#flight.signal));
    }
    return (await this.#changeMonth(found, nth, { isDone: true })) !== undefined;
  }

  /** Removes what was made of the events as they were, when no query reads it any more. */
  async #sweep(found: StoreCorrection): Promise<void> {
    const { store, websiteId, content } = found;
    const fromMs = this.#sweptFromMs.get(nameOf(found));
    if (fromMs === undefined || performance.now() < fromMs) return this.#sweepSoon(found);
    for (const { month, days } of content.months ?? []) {
      await removeMadeBefore(store.db, { websiteId, days });
      if (days.length > 0) await forgetCorrection(store.db, month);
    }
    await forgetEarlierDefinitions(store.db);
    await store.definitions.update(correctionRun, websiteId, "correction", found.id, (before) => ({
      ...before,
      isSwept: true,
    }));
    this.#sweptFromMs.delete(nameOf(found));
  }

  #sweepSoon(found: StoreCorrection): void {
    const name = nameOf(found);
    if (this.#sweptFromMs.has(name)) return;
    this.#sweptFromMs.set(name, performance.now() + queriesEndWithinMs);
    this.#lookSoon(queriesEndWithinMs + 1);
  }

  async #fail(found: StoreCorrection): Promise<false> {
    const finishedAt = isoSeconds(this.#options.now());
    const problem = "a goal or a funnel that it names is gone";
    await this.#change(found, (before) => ({
      ...before,
      status: "failed",
      change: null,
      problem,
      finishedAt,
    }));
    return false;
  }

  #lookSoon(afterMs: number): void {
    const timer = setTimeout(() => {
      this.#nextLooks.delete(timer);
      this.look();
    }, afterMs);
    this.#nextLooks.add(timer);
  }

  async #changeMonth(found: StoreCorrection, nth: number, change: Partial<CorrectionMonth>) {
    return this.#change(found, (before) => ({
      ...before,
      months: (before.months ?? []).map((each, i) => (i === nth ? { ...each, ...change } : each)),
    }));
  }

  /** Changes the record while it runs. Resolves with it, or with undefined if it has ended. */
  async #change(
    { store, websiteId, id }: StoreCorrection,
    change: (before: Correction) => Correction,
  ): Promise<Correction | undefined> {
    let isRunning = false;
    const { content } = await store.definitions.update(
      correctionRun,
      websiteId,
      "correction",
      id,
      (before) => {
        isRunning = before.status === "running";
        return isRunning ? change(before) : undefined;
      },
    );
    return isRunning ? content : undefined;
  }
}

/** Returns whether a correction that runs changes days of the month, `202611`. */
export async function isCorrected(db: Database, month: number): Promise<boolean> {
  const found = await findDefinitions(db, "correction");
  return found.some(({ content: { status, from, to } }) => {
    return status === "running" && numberOf(from) <= month && month <= numberOf(to);
  });
}

/** `202611` */
function numberOf(day: string): number {
  return Number(day.slice(0, 4) + day.slice(5, 7));
}

function nameOf({ websiteId, id }: StoreCorrection): string {
  return `${websiteId} ${id}`;
}
