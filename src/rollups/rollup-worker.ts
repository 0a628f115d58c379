import type { FastifyBaseLogger as Logger } from "fastify";

import { SingleFlight } from "../base/async/single-flight.ts";
import { type Database, QueryIdInUse } from "../clickhouse/database.ts";
import { LongStatement } from "./long-statement.ts";

/** Some days that are rolled up together. */
export interface RollupTask {
  /**
   * Names of the days. A task has to wait if a day of the same name has failed a short while ago,
   * or if another process rolls it up.
   */
  readonly dayNames: readonly string[];
  /** Fields of its log lines. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Number of website days, for the counts. */
  readonly days: number;
  /** Rolls the days up. Returns the number of events counted; 0 if there was nothing to do. */
  run(statement: LongStatement): Promise<number>;
}

/** Since the start. */
export interface RollupCounts {
  /** Website days, each time that one was rolled up. */
  days: number;
  failures: number;
  seconds: number;
}

/** Finds the days of one kind that wait for a roll-up. */
export interface RollupPlanner {
  readonly counts: RollupCounts;
  readonly logLevel: "debug" | "info";
  /** Yields the tasks in their order. The worker does not try days for which `mustWait` is true. */
  tasks(mustWait: (dayName: string) => boolean): AsyncGenerator<RollupTask>;
}

export interface RollupWorkerOptions {
  readonly db: Database;
  /** Memory of a statement; beyond half of it, it spills to disk. */
  readonly memoryBytesMax: number;
  readonly logger: Logger;
  readonly now: () => number;
}

/** A roll-up that fails, because it needs too much memory, would fail again at once. */
const failedForMs = 10 * 60_000;

/**
 * Rolls days up, one task at a time, as each may take the memory of a roll-up.
 *
 * Roll-ups change no answer, so nothing waits for them, and writing one twice does no harm. The id
 * of a statement names its days, so that two processes on one database do not do the same work. The
 * process that comes second leaves these days alone until its next call of `rollUp`.
 */
export class RollupWorker {
  readonly #options: RollupWorkerOptions;
  readonly #planners: readonly RollupPlanner[];
  readonly #statement: LongStatement;
  readonly #flight = new SingleFlight(() => this.#rollUpAll());
  readonly #failedUntilMs = new Map<string, number>();
  /** Days that another process was rolling up, in this call of `rollUp`. */
  readonly #atOthers = new Set<string>();

  /** The tasks of the first planner come first. */
  constructor(options: RollupWorkerOptions, planners: readonly RollupPlanner[]) {
    this.#options = options;
    this.#planners = planners;
    this.#statement = new LongStatement(options);
  }

  /**
   * Resolves when every day that waited is rolled up, except those that failed and those that
   * another process is rolling up.
   */
  rollUp(): Promise<void> {
    return this.#flight.run();
  }

  /** Ends the running statement, and starts no other. */
  async stop(): Promise<void> {
    const ended = this.#flight.stop();
    await this.#statement.stop();
    await ended;
  }

  async #rollUpAll(): Promise<void> {
    this.#forgetOldFailures();
    this.#atOthers.clear();
    const mustWait = (name: string) => this.#failedUntilMs.has(name) || this.#atOthers.has(name);
    for (const planner of this.#planners) {
      for await (const task of planner.tasks(mustWait)) {
        if (this.#flight.signal.aborted) return;
        await this.#attempt(planner, task);
      }
    }
  }

  async #attempt({ counts, logLevel }: RollupPlanner, task: RollupTask): Promise<void> {
    const { logger, now } = this.#options;
    const begunMs = performance.now();
    try {
      const events = await task.run(this.#statement);
      if (events === 0) return;
      const seconds = (performance.now() - begunMs) / 1000;
      counts.days += task.days;
      counts.seconds += seconds;
      logger[logLevel]({ ...task.fields, events, seconds }, "rolled up");
    } catch (error) {
      if (this.#flight.signal.aborted) return;
      if (error instanceof QueryIdInUse) {
        for (const name of task.dayNames) this.#atOthers.add(name);
        logger.debug(task.fields, "another process is rolling up these days");
        return;
      }
      counts.failures += 1;
      for (const name of task.dayNames) this.#failedUntilMs.set(name, now() + failedForMs);
      const fields = { err: error, ...task.fields };
      logger.warn(fields, "days are not rolled up; their answers come from events");
    }
  }

  #forgetOldFailures(): void {
    const nowMs = this.#options.now();
    for (const [name, untilMs] of this.#failedUntilMs) {
      if (untilMs <= nowMs) this.#failedUntilMs.delete(name);
    }
  }
}
