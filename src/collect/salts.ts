import { randomBytes } from "node:crypto";

import { dayMs, endEverywhereMs, localDay } from "../calendar.ts";

export interface Salt {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Hexadecimal digits. */
  readonly salt: string;
  readonly expiresAtMs: number;
}

/** Where salts are shared between processes and survive a restart. */
export interface SaltTable {
  find(day: number): Promise<Salt | undefined>;
  /** Keeps the salt unless the day has one already; `find` tells which it is. */
  add(salt: Salt): Promise<void>;
  /** Destroys what expired before `timeMs`, on disk too. */
  destroyExpired(timeMs: number): Promise<void>;
}

const saltBytes = 16;
/** A day that is over gets a salt again when old events are imported; it lives long enough for retries. */
const reopenedMs = dayMs;

/**
 * The random part of the visitor hash, one for each calendar day.
 *
 * - All processes on a store use the same salt for a day, also after a restart.
 * - When the day is over in every time zone, its salt is destroyed: from then on no one can tell
 *   which address and agent a visitor of that day was.
 * - Events that come for a day whose salt is gone (imports) get a new one, kept for a day: their
 *   visitors are not recognised as those counted before.
 */
export class Salts {
  readonly #table: SaltTable;
  readonly #now: () => number;
  readonly #known = new Map<number, Salt>();
  readonly #loading = new Map<number, Promise<string>>();

  /** `known` are salts that another process on the same store had in memory. */
  constructor(table: SaltTable, now: () => number = Date.now, find: readonly Salt[] = []) {
    this.#table = table;
    this.#now = now;
    for (const salt of find) this.#known.set(salt.day, salt);
  }

  /** The salts that are in memory. */
  list(): Salt[] {
    return [...this.#known.values()];
  }

  /** The day's salt when it is in memory; otherwise `load` fetches it. */
  known(day: number): string | undefined {
    const salt = this.#known.get(day);
    return salt !== undefined && salt.expiresAtMs > this.#now() ? salt.salt : undefined;
  }

  async load(day: number): Promise<string> {
    const known = this.known(day);
    if (known !== undefined) return known;
    let loading = this.#loading.get(day);
    if (loading === undefined) {
      loading = this.#findOrAdd(day).finally(() => this.#loading.delete(day));
      this.#loading.set(day, loading);
    }
    return loading;
  }

  /** Has the salts of the days that it is or may soon be somewhere in memory, for when the store is away. */
  async prepare(): Promise<void> {
    const today = localDay("UTC", this.#now());
    for (const day of [today - 1, today, today + 1, today + 2]) {
      if (endEverywhereMs(day) > this.#now()) await this.load(day);
    }
  }

  /** Has no salt in memory any more whose day is over. */
  forgetExpired(): void {
    const now = this.#now();
    for (const [day, { expiresAtMs }] of this.#known) {
      if (expiresAtMs <= now) this.#known.delete(day);
    }
  }

  /** Forgets and destroys the salts whose days are over. */
  async destroyExpired(): Promise<void> {
    this.forgetExpired();
    await this.#table.destroyExpired(this.#now());
  }

  async #findOrAdd(day: number): Promise<string> {
    let salt = await this.#table.find(day);
    if (salt === undefined || salt.expiresAtMs <= this.#now()) {
      const end = endEverywhereMs(day);
      const expiresAtMs = end > this.#now() ? end : this.#now() + reopenedMs;
      await this.#table.add({ day, salt: randomBytes(saltBytes).toString("hex"), expiresAtMs });
      salt = await this.#table.find(day);
    }
    if (salt === undefined) throw new Error("the store lost a salt that it had confirmed");
    this.#known.set(day, salt);
    return salt.salt;
  }
}
