import type { Database } from "../clickhouse/database.ts";
import { insertRow } from "../clickhouse/insert-row.ts";
import { bind, sql } from "../clickhouse/sql.ts";

const minuteMs = 60_000;

/** When at least one process of any instance accepted events. */
export class CollectingMinutes {
  /** The first minute that is known. Before it there was no Footfall that noted any. */
  readonly #firstMs: number;
  readonly #minutes: ReadonlySet<number>;

  constructor(firstMs: number, minutes: Iterable<number>) {
    this.#firstMs = firstMs;
    this.#minutes = new Set(minutes);
  }

  /** Returns whether events could come in the minute that begins at this moment. */
  isOpen(minuteStartMs: number): boolean {
    return minuteStartMs < this.#firstMs || this.#minutes.has(minuteStartMs);
  }

  /** Returns the number of whole minutes of an interval in which no event could come. */
  outageMinutes(fromMs: number, untilMs: number): number {
    let minutes = 0;
    const first = Math.max(Math.ceil(fromMs / minuteMs) * minuteMs, this.#firstMs);
    for (let ms = first; ms + minuteMs <= untilMs; ms += minuteMs) {
      if (!this.isOpen(ms)) minutes += 1;
    }
    return minutes;
  }
}

/**
 * Notes the minutes in which a process accepts events. While the store is unavailable it keeps them
 * in memory, as events are accepted then, too.
 */
export class CollectingNotes {
  readonly #db: Database;
  readonly #unsaved = new Set<number>();
  #savedMs = 0;

  /** `db` is that of the first store. */
  constructor(db: Database) {
    this.#db = db;
  }

  /** Notes the minute of a moment. Rejects if the store does not take it; the next call tries. */
  async note(nowMs: number): Promise<void> {
    const minute = Math.floor(nowMs / minuteMs) * minuteMs;
    if (minute !== this.#savedMs) this.#unsaved.add(minute);
    for (const ms of [...this.#unsaved].slice(-unsavedMax)) {
      const [db, row] = [this.#db, { minute: ms / 1000 }];
      await insertRow(db, sql`collecting_minutes`, row, `collecting:${ms}`);
      this.#unsaved.delete(ms);
      this.#savedMs = ms;
    }
    this.#unsaved.clear();
  }
}

/** No alert looks further back. */
const unsavedMax = 3 * 24 * 60;

const keptMs = 40 * 24 * 60 * minuteMs;

/** Removes the minutes that no alert looks at, in the background. */
export async function forgetCollectingMinutes(db: Database, nowMs: number): Promise<void> {
  const old = sql`minute < ${bind("DateTime", Math.floor((nowMs - keptMs) / 1000))}`;
  const rows = await db.rows(sql`SELECT 1 FROM collecting_minutes WHERE ${old} LIMIT 1`);
  if (rows.length === 0) return;
  await db.run(sql`
    ALTER TABLE collecting_minutes
    DELETE WHERE ${old}
    SETTINGS mutations_sync = 0`);
}

/** Reads the minutes since a moment. */
export async function readCollectingMinutes(
  db: Database,
  fromMs: number,
): Promise<CollectingMinutes> {
  const rows = await db.rows<{ first: number; minutes: number[] }>(sql`
    SELECT
      toUnixTimestamp(min(minute)) AS first,
      groupUniqArrayIf(
        toUnixTimestamp(minute),
        minute >= ${bind("DateTime", Math.floor(fromMs / 1000))}) AS minutes
    FROM collecting_minutes`);
  const { first = 0, minutes = [] } = rows[0] ?? {};
  const known = minutes.map((seconds) => seconds * 1000);
  return new CollectingMinutes(first * 1000, known);
}
