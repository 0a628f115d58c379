import type { Database } from "../clickhouse/database.ts";
import type { ConditionsByWebsite } from "../counting/conditions.ts";
import type { ImportTraits } from "./imported-days.ts";
import type { QueryScheduler } from "./query-scheduler.ts";

/** The things that `Statistics` answers with. */
export interface StatisticsOptions {
  readonly db: Database;
  readonly scheduler: QueryScheduler;
  /** Days with fewer events have no open-day roll-up; if undefined, none has one. */
  readonly openDayEventsMin?: number | undefined;
  /**
   * Resolves when the store has every event that was acknowledged half a second ago. Without it,
   * the store has those that were acknowledged a second ago.
   */
  readonly catchUp?: (() => Promise<void>) | undefined;
  /** Resolves with what is known about imports of a website; without it nothing is. */
  readonly findImports?: (
    websiteId: number,
    ids: ReadonlySet<number>,
  ) => Promise<readonly ImportTraits[]>;
  /** Resolves with the standing conditions of websites that have some; without it none has. */
  readonly findConditions?: FindConditions;
}

export type FindConditions = (websiteIds: readonly number[]) => Promise<ConditionsByWebsite>;
