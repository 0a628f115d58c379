import { randomBytes } from "node:crypto";

import { dayMs, endEverywhereMs, localDay } from "../base/calendar.ts";
import { findOrAdd } from "./contested-row.ts";

export interface Salt {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Hexadecimal digits. */
  readonly salt: string;
  readonly expiresAtMs: number;
}

/** A table that shares salts between processes and keeps them over a restart. */
export interface SaltTable {
  find(day: number): Promise<Salt | undefined>;
  /**
   * Stores the salt unless the day has one already, or had one at the same attempt. `find` then
   * returns the salt in force.
   */
  add(salt: Salt, attempt: number): Promise<void>;
  /** Destroys the salts that expired before `timeMs`, on disk too. */
  destroyExpired(timeMs: number): Promise<void>;
}

const saltBytes = 16;
/**
 * How long a closed day's salt lasts when an import of old events needs one again: long enough for
 * retries.
 */
const reopenedMs = dayMs;

/**
 * The random part of the visitor hash, one for each calendar day.
 *
 * - All processes on a store use the same salt for a day, also after a restart.
 * - When the day is over in every time zone, its salt is destroyed. From then on no one can tell
 *   which IP address and User-Agent a visitor of that day had.
 * - Events of a day whose salt is gone come from imports. They get a new salt, which lasts for a
 *   day, so their visitors do not match those of earlier events.
 */
export class Salts {
  readonly #table: SaltTable;
  readonly #now: () => number;
  readonly #cache = new Map<number, Salt>();
  readonly #loading = new Map<number, Promise<string>>();

  /**
   * Creates the salts. `initial` are salts that another process on the same store has in memory.
   */
  constructor(table: SaltTable, now: () => number = Date.now, initial: readonly Salt[] = []) {
    this.#table = table;
    this.#now = now;
    for (const salt of initial) this.#cache.set(salt.day, salt);
  }

  /** Returns the salts that are in memory. */
  list(): Salt[] {
    return [...this.#cache.values()];
  }

  /** Returns the day's salt if it is in memory and has not expired. Otherwise `load` fetches it. */
  cached(day: number): string | undefined {
    const salt = this.#cache.get(day);
    return salt !== undefined && salt.expiresAtMs > this.#now() ? salt.salt : undefined;
  }

  /** Resolves with the day's salt: from memory, else from the table, else with a new one. */
  async load(day: number): Promise<string> {
    const salt = this.cached(day);
    if (salt !== undefined) return salt;
    let loading = this.#loading.get(day);
    if (loading === undefined) {
      loading = this.#findOrAdd(day).finally(() => this.#loading.delete(day));
      this.#loading.set(day, loading);
    }
    return loading;
  }

  /**
   * Loads the salts of every day that some clock shows now or may show soon. They are then in
   * memory if the store becomes unavailable.
   */
  async prepare(): Promise<void> {
    const today = localDay("UTC", this.#now());
    for (const day of [today - 1, today, today + 1, today + 2]) {
      if (endEverywhereMs(day) > this.#now()) await this.load(day);
    }
  }

  /** Removes salts from memory whose days are over. */
  forgetExpired(): void {
    const now = this.#now();
    for (const [day, { expiresAtMs }] of this.#cache) {
      if (expiresAtMs <= now) this.#cache.delete(day);
    }
  }

  /** Removes the salts whose days are over from memory, and destroys them in the table. */
  async destroyExpired(): Promise<void> {
    this.forgetExpired();
    await this.#table.destroyExpired(this.#now());
  }

  async #findOrAdd(day: number): Promise<string> {
    const find = async () => {
      const found = await this.#table.find(day);
      return found !== undefined && found.expiresAtMs > this.#now() ? found : undefined;
    };
    const salt = await findOrAdd(find, async (attempt) => {
      const end = endEverywhereMs(day);
      const expiresAtMs = end > this.#now() ? end : this.#now() + reopenedMs;
      const made = { day, salt: randomBytes(saltBytes).toString("hex"), expiresAtMs };
      await this.#table.add(made, attempt);
    });
    this.#cache.set(day, salt);
    return salt.salt;
  }
}
