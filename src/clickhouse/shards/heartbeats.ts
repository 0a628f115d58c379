import { randomUUID } from "node:crypto";

import type { Database } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import { bind, sql } from "../sql.ts";

/** The interval at which a program says that it is there. */
export const heartbeatEveryMs = 2_000;
/** A program that has been silent for this long counts as gone. */
export const goneAfterMs = 10_000;

/** A program that uses the servers. */
export interface Heartbeat {
  readonly role: "footfall" | "import" | "move";
  /** The website that is moved or imported to; 0 for an instance. */
  readonly websiteId: number;
  readonly id: string;
  /**
   * The last change of websites that an instance has in force. For a move or an import, 1 when it
   * has begun, and 0 while it looks whether others are there.
   */
  readonly change: number;
}

/** A heartbeat, with the time when its program last said that it is there. */
export interface SeenHeartbeat extends Heartbeat {
  readonly seenAtMs: number;
}

/** Says that a program is there now. `db` is the database with the websites. */
export async function addHeartbeat(db: Database, heartbeat: Heartbeat): Promise<void> {
  const { role, websiteId, id, change } = heartbeat;
  await insertRow(db, sql`presences`, { role, website: websiteId, id, change }, randomUUID());
}

/** Says that a program is gone, so that nobody waits for it. */
export async function endHeartbeat(db: Database, { role, id }: Heartbeat): Promise<void> {
  await db.run(sql`
    ALTER TABLE presences
    DELETE WHERE role = ${bind("String", role)} AND id = ${bind("UUID", id)}
    SETTINGS mutations_sync = 1`);
}

/** Returns the programs of a role that are there now. */
export function readHeartbeats(db: Database, role: Heartbeat["role"]): Promise<SeenHeartbeat[]> {
  return db.rows<SeenHeartbeat>(sql`
    SELECT
      role,
      website AS websiteId,
      id,
      argMax(presences.change, seen_at) AS change,
      toUnixTimestamp64Milli(max(seen_at)) AS seenAtMs
    FROM presences
    WHERE role = ${bind("String", role)}
    GROUP BY role, website, id
    HAVING max(seen_at) > now64(3) - toIntervalMillisecond(${bind("UInt32", goneAfterMs)})`);
}
