import { randomUUID } from "node:crypto";

import { invalid, Problem } from "../errors.ts";
import { inRounds } from "../rounds.ts";
import { defaultSettings, type Settings, type Website } from "./website.ts";
import { WebsiteFinder } from "./website-finder.ts";
import { type WebsiteChange, type WebsiteLookup, WebsiteSet } from "./website-set.ts";
import { domainTaken, passwordRequired, type Websites } from "./websites.ts";

/** The table of changes in the store. */
export interface WebsiteTable {
  /**
   * Resolves with the changes after number `change`, oldest first. A change that a later one of the
   * same website replaced may be missing.
   */
  changesAfter(change: number): Promise<WebsiteChange[]>;
  /**
   * Adds a change unless its number is taken. Reading back tells which of the two happened. The
   * change is on disk when this resolves.
   */
  append(change: WebsiteChange): Promise<void>;
}

const attemptsMax = 20;
/**
 * Reads of others' changes begin so long after each other, however many requests for unknown
 * websites come.
 */
const readsApartMs = 200;

/**
 * Gets each change before its caller gets the answer. When it resolves, the change is in force in
 * every process.
 */
export type Announce = (changes: readonly WebsiteChange[]) => Promise<void>;

/**
 * All websites, written through to the store.
 *
 * - A change is acknowledged only when the store has it, and is in force from then on.
 * - Changes are numbered without gaps, and each is decided on a state with every earlier one.
 *   Concurrent updates of different fields therefore both hold, and a domain is taken once.
 * - This is also true when several processes share a store. The loser of a number reads the
 *   winner's change and decides again.
 * - Ids rise and are never reused: a deleted website leaves a mark.
 */
export class StoredWebsites implements Websites {
  readonly #set = new WebsiteSet();
  readonly all: WebsiteLookup = this.#set;
  readonly #table: WebsiteTable;
  readonly #now: () => number;
  readonly #announce: Announce;
  readonly #finder: WebsiteFinder | undefined;
  /**
   * Applies the changes that other processes made. Calls share a read, which begins after them.
   */
  readonly refresh = inRounds(
    () => this.#inTurn(() => this.#readChanges().then(() => undefined)),
    readsApartMs,
  );

  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    table: WebsiteTable,
    now: () => number,
    announce: Announce,
    isShared: boolean,
  ) {
    this.#table = table;
    this.#now = now;
    this.#announce = announce;
    this.#finder = isShared ? new WebsiteFinder(this.#set, this.refresh) : undefined;
  }

  /** With `isShared`, other processes may change websites in the same store. */
  static async open(
    table: WebsiteTable,
    now: () => number = Date.now,
    announce: Announce = async () => {},
    isShared = false,
  ): Promise<StoredWebsites> {
    const websites = new StoredWebsites(table, now, announce, isShared);
    await websites.refresh();
    return websites;
  }

  async find<T>(lookUp: (all: WebsiteLookup) => T | undefined): Promise<T | undefined> {
    return this.#finder === undefined ? lookUp(this.#set) : this.#finder.find(lookUp);
  }

  create(domain: string, settings: Partial<Settings>): Promise<Website> {
    return this.#change(() => {
      if (this.#set.findByDomain(domain) !== undefined) throw invalid({ domain: domainTaken });
      const now = this.#seconds();
      const website = {
        ...defaultSettings,
        ...settings,
        id: this.#set.lastId + 1,
        domain,
        createdAt: now,
        updatedAt: now,
      };
      requirePassword(website);
      return { website, deleted: false };
    });
  }

  async update(id: number, settings: Partial<Settings>): Promise<Website> {
    if (Object.keys(settings).length === 0) return this.#existing(id);
    return this.#change(() => {
      const website = { ...this.#existing(id), ...settings, updatedAt: this.#seconds() };
      requirePassword(website);
      return { website, deleted: false };
    });
  }

  remove(id: number): Promise<Website> {
    return this.#change(() => {
      const { domain, createdAt } = this.#existing(id);
      // The mark holds only what it needs, because settings may hold addresses.
      const mark = { ...defaultSettings, id, domain, createdAt, updatedAt: this.#seconds() };
      return { website: mark, deleted: true };
    });
  }

  #existing(id: number): Website {
    const website = this.#set.find(id);
    if (website === undefined) throw new Problem("WEBSITE_NOT_FOUND");
    return website;
  }

  #change(decide: () => { website: Website; deleted: boolean }): Promise<Website> {
    return this.#inTurn(() => this.#commit(decide));
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => {});
    return result;
  }

  async #commit(decide: () => { website: Website; deleted: boolean }): Promise<Website> {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      // The store recognises a taken number only for a while, so the decision needs a fresh state.
      // An append may also have succeeded although its answer was lost.
      await this.#readChanges();
      const change = { change: this.#set.lastChange + 1, writer: randomUUID(), ...decide() };
      await this.#table.append(change);
      const changes = await this.#readChanges();
      if (changes.some(({ writer }) => writer === change.writer)) return change.website;
    }
    throw new Problem("STORE_UNAVAILABLE");
  }

  async #readChanges(): Promise<WebsiteChange[]> {
    const changes = await this.#table.changesAfter(this.#set.lastChange);
    if (changes.length > 0) {
      this.#set.apply(changes);
      await this.#announce(changes);
    }
    return changes;
  }

  #seconds(): Date {
    return new Date(Math.floor(this.#now() / 1000) * 1000);
  }
}

function requirePassword({ privacy, passwordHash }: Website): void {
  if (privacy === "password" && passwordHash === "") {
    throw invalid({ password: passwordRequired });
  }
}
