import type { ClickHouseClient } from "@clickhouse/client";

import { busiest } from "./rhythm.ts";
import { insertSql } from "./seed-sql.ts";

/** The table in which closed days are made, out of sight of the server. */
export const stagingTable = "seeded_events";

/** Websites that differ in nothing but their size, and the days that they get events for. */
export interface Seeding {
  readonly table: "events" | typeof stagingTable;
  /** Sessions on an average day, by website id. */
  readonly sessionsPerDay: ReadonlyMap<number, number>;
  readonly from: string;
  readonly days: number;
  /** Distinct pages of a website. */
  readonly pages: number;
  /**
   * Visitors with equal properties in everything that is counted. They add events, but no value.
   */
  readonly copies?: number;
  /**
   * A visitor's events in different spans of this many seconds are those of different visitors; 0
   * is one visitor all day. Ten minutes make five events a visitor day, where it is 20 otherwise.
   */
  readonly spanSeconds?: number;
  /** The share of a day that is over; 1 is all of it. */
  readonly elapsed?: number;
  /** The part of each day's sessions, in the order of time, that is inserted now; else all. */
  readonly slice?: readonly [number, number];
}

export const eventsPerSession = 8;

/**
 * Inserts events as websites have them, made by ClickHouse itself; the same options make the same
 * events.
 *
 * - Days follow the week, sessions the hour. A session's events are in the order of time.
 * - Two in five sessions are of new visitors, three are of visitors who were there earlier that
 *   day.
 * - Agent, place and language are the visitor's, the same all day. Referrer and campaign stand in
 *   the first event of a session.
 * - Events of one second share a batch, whichever website they belong to.
 *
 * Blocks of 200,000 rows bound the memory, whatever the number of events: an engine with the
 * default memory makes them.
 */
export async function seed(client: ClickHouseClient, seeding: Seeding): Promise<void> {
  const {
    table,
    sessionsPerDay,
    from,
    days,
    pages,
    copies = 1,
    spanSeconds = 0,
    elapsed = 1,
    slice = [0, 1],
  } = seeding;
  const sizes = [...sessionsPerDay.values()];
  const sessionsMax = Math.ceil(Math.max(...sizes) * busiest * 1.05 * elapsed) + 1;
  await client.command({
    query: insertSql(table),
    query_params: {
      ids: [...sessionsPerDay.keys()],
      sizes,
      from,
      days,
      pages,
      copies,
      spanSeconds,
      elapsed,
      sliceFrom: slice[0],
      sliceTo: slice[1],
      numbers: sessionsMax * sizes.length * days * copies,
    },
  });
}
