import type { FastifyBaseLogger as Logger } from "fastify";

import { SingleFlight } from "../base/async/single-flight.ts";
import { Problem } from "../base/errors.ts";
import { type Database, QueryIdInUse } from "../clickhouse/database.ts";
import { DayFailures } from "./day-failures.ts";
import { LongStatement } from "./long-statement.ts";
import { eventsAtOnce } from "./slices.ts";

/** Some days that are rolled up together. */
export interface RollupTask {
  /** Names of the website days, see `DayFailures`. */
  readonly dayNames: readonly string[];
  /** Fields of its log lines. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * Returns the same work in smaller steps: as two tasks, or of one day in smaller slices; nothing
   * if there are none.
   */
  smaller(): readonly RollupTask[];
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

/** The limits that planners heed. */
export interface RollupLimits {
  readonly failures: DayFailures;
  /** Events of a statement about closed days. */
  readonly eventsAtOnce: number;
}

/** Finds the days of one kind that wait for a roll-up. */
export interface RollupPlanner {
  readonly counts: RollupCounts;
  readonly logLevel: "debug" | "info";
  /** Yields the tasks in their order, without days that must wait. */
  tasks(limits: RollupLimits): AsyncGenerator<RollupTask>;
}

export interface RollupWorkerOptions {
  readonly db: Database;
  /** Memory of a statement; beyond half of it, it spills to disk. */
  readonly memoryBytesMax: number;
  readonly logger: Logger;
  readonly now: () => number;
}

/** From this failure of the same day on, the operator should do something. */
const failuresUntilError = 3;

/**
 * Rolls days up, one task at a time, as each may take the memory of a roll-up. A task that fails is
 * split in half, down to one day of one website and then to slices of its visitors. So a day that
 * cannot be rolled up holds back no other one. That day is tried again alone, after a while.
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
  readonly #failures: DayFailures;

  /** The tasks of the first planner come first. */
  constructor(options: RollupWorkerOptions, planners: readonly RollupPlanner[]) {
    this.#options = options;
    this.#planners = planners;
    this.#statement = new LongStatement(options);
    this.#failures = new DayFailures(options.now);
  }

  /** Whether some days have failed and are not rolled up yet. */
  get hasFailures(): boolean {
    return this.#failures.size > 0;
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
    this.#failures.begin();
    const limits = {
      failures: this.#failures,
      eventsAtOnce: eventsAtOnce(this.#options.memoryBytesMax),
    };
    for (const planner of this.#planners) {
      for await (const task of planner.tasks(limits)) {
        await this.#attempt(planner, task);
        if (this.#flight.signal.aborted) return;
      }
    }
  }

  async #attempt(planner: RollupPlanner, task: RollupTask): Promise<void> {
    const { counts, logLevel } = planner;
    const begunMs = performance.now();
    try {
      const events = await task.run(this.#statement);
      this.#failures.remove(task.dayNames);
      if (events === 0) return;
      const seconds = (performance.now() - begunMs) / 1000;
      counts.days += task.dayNames.length;
      counts.seconds += seconds;
      this.#options.logger[logLevel]({ ...task.fields, events, seconds }, "rolled up");
    } catch (error) {
      if (this.#flight.signal.aborted) return;
      if (error instanceof QueryIdInUse) {
        this.#failures.leave(task.dayNames);
        this.#options.logger.debug(task.fields, "another process is rolling up these days");
        return;
      }
      const smaller = isUnavailable(error) ? [] : task.smaller();
      for (const each of smaller) await this.#attempt(planner, each);
      if (smaller.length > 0) return;
      counts.failures += 1;
      this.#fail(task, error);
    }
  }

  #fail({ dayNames, fields }: RollupTask, error: unknown): void {
    const { logger } = this.#options;
    const times = this.#failures.add(dayNames);
    const all = { err: error, ...fields, dayNames: dayNames.slice(0, namesMax) };
    if (times < failuresUntilError) {
      logger.warn(all, "days are not rolled up; their answers come from events");
      return;
    }
    logger.error(
      { ...all, times },
      "days cannot be rolled up; if memory is the reason, raise EMBEDDED_MEMORY_BYTES_MAX",
    );
  }
}

/** Days that a line of the log names. */
const namesMax = 10;

/** Returns whether the store did not answer, or lacked memory as a whole: other days would fail. */
function isUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.code === "STORE_UNAVAILABLE";
}
