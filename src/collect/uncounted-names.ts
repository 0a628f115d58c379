import { dayMs } from "../base/calendar.ts";
import { Problem } from "../base/errors.ts";
import type { DropReason } from "../model/drop-reason.ts";

/** Pause between two times at which a process saves its names. */
export const namesSavedEveryMs = 10_000;

/** Stands for no website. */
export const noWebsite = 0;
/** Limit of names that are no website. Of each website there are fewer. */
export const unknownNamesMax = 200;
const namesOfWebsiteMax = 20;
const websitesMax = 200;

/**
 * Why events did not count: a rule dropped them, their domain is no website, or the page asked for
 * a script that there is not.
 */
export type UncountedReason = DropReason | "unknown" | "script";

/** Something that sends events which do not count. */
export interface UncountedName {
  readonly websiteId: number;
  readonly reason: UncountedReason;
  /** A domain, a host, a bot or the path of a script; "" if it has no name. */
  readonly name: string;
  readonly events: number;
  readonly lastAtMs: number;
}

/** The names of one day, as one process has counted them. */
export interface DayOfNames {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly savedAtMs: number;
  readonly names: readonly UncountedName[];
}

/** The stored names of all processes. Methods reject with `Problem` STORE_UNAVAILABLE. */
export interface UncountedTable {
  /** Replaces what this process has saved of the day. */
  save(day: DayOfNames): Promise<void>;
  /** Resolves with names of a website since that day, the newest first. */
  list(websiteId: number, sinceDay: number): Promise<readonly UncountedName[]>;
  /** Leaves a name that is no website out of the lists for 30 days. */
  ignore(name: string, nowMs: number): Promise<void>;
}

/**
 * Counts what sends events that do not count, by name, in memory. A new day begins with none.
 *
 * There are at most 200 names that are no website, and 20 names of each of 200 websites. Those that
 * sent nothing for longest make room.
 */
export class UncountedNames {
  #day = 0;
  #websites = new Map<number, Map<string, UncountedName>>();
  #hasChanged = false;
  #saving: Promise<void> = Promise.resolve();

  add(websiteId: number, reason: UncountedReason, name: string, nowMs: number): void {
    const day = Math.floor(nowMs / dayMs);
    if (day !== this.#day) this.#websites.clear();
    this.#day = day;
    const names = this.#websites.get(websiteId) ?? new Map<string, UncountedName>();
    const key = `${reason} ${name}`;
    const events = (names.get(key)?.events ?? 0) + 1;
    const namesMax = websiteId === noWebsite ? unknownNamesMax : namesOfWebsiteMax;
    putLast(names, key, { websiteId, reason, name, events, lastAtMs: nowMs }, namesMax);
    putLast(this.#websites, websiteId, names, websitesMax + 1);
    this.#hasChanged = true;
  }

  /**
   * Saves the names if there are new events. While the store is unavailable they stay in memory,
   * and the next call saves them.
   */
  save(table: Pick<UncountedTable, "save">, nowMs: number): Promise<void> {
    this.#saving = this.#saving.catch(() => {}).then(() => this.#write(table, nowMs));
    return this.#saving;
  }

  async #write(table: Pick<UncountedTable, "save">, savedAtMs: number): Promise<void> {
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    const names = [...this.#websites.values()].flatMap((some) => [...some.values()]);
    try {
      await table.save({ day: this.#day, savedAtMs, names });
    } catch (error) {
      this.#hasChanged = true;
      if (!(error instanceof Problem)) throw error;
    }
  }
}

/** Sets the newest entry of a map in the order of age. The oldest one makes room for it. */
function putLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
