import { invalid, Problem } from "../../base/errors.ts";
import type { Database } from "../../clickhouse/database.ts";
import { sql } from "../../clickhouse/sql.ts";
import type { ShardChoice } from "../../websites/stored-websites.ts";
import type { Website } from "../../websites/website.ts";
import type { Shards } from "./shards.ts";

/**
 * Returns the function that chooses the shard of a new website: the available shard with the fewest
 * events. Of several such shards it takes the one with the fewest websites.
 */
export function shardChoice(
  databases: Shards<Database>,
  websites: () => readonly Website[],
): ShardChoice {
  const { names } = databases;
  return {
    nameOf: shardNameIn(names),
    async choose(wanted) {
      if (wanted !== undefined && !names.includes(wanted)) {
        throw invalid({ shard: [`must be one of ${names.join(", ")}`] });
      }
      if (names.length === 1) return "";
      const candidates = wanted === undefined ? names : [wanted];
      const loads = await Promise.all(
        candidates.map(async (name) => {
          const events = await countEvents(databases.named(name));
          const key = databases.keyOf(name);
          const there = websites().filter(({ placement }) => placement.shard === key);
          return events === undefined ? [] : { key, events, websites: there.length };
        }),
      );
      const [least] = loads.flat().sort((a, b) => a.events - b.events || a.websites - b.websites);
      if (least === undefined) throw new Problem("STORE_UNAVAILABLE");
      return least.key;
    },
  };
}

/** Returns a function that names a website's shard; undefined if there is only one. */
export function shardNameIn([first, ...others]: readonly string[]): ShardChoice["nameOf"] {
  return ({ placement: { shard } }: Website) => (others.length === 0 ? undefined : shard || first);
}

/** Resolves with the number of all events of a shard; undefined while it is unavailable. */
async function countEvents(db: Database): Promise<number | undefined> {
  try {
    const [row] = await db.rows<{ events: number }>(sql`SELECT count() AS events FROM events`);
    return row?.events;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
