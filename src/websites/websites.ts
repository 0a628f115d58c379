import { randomUUID } from "node:crypto";

import { invalid, Problem } from "../errors.ts";
import { defaultSettings, type Settings, type Website } from "./website.ts";

/** One change of a website, as the store keeps it; `change` numbers the changes of all websites. */
export interface WebsiteChange {
  readonly change: number;
  /** Tells the writer whether this change is its own. */
  readonly writer: string;
  readonly deleted: boolean;
  readonly website: Website;
}

/** Where changes are kept. */
export interface WebsiteTable {
  /** Changes after number `change`, oldest first; one that a later change of its website replaced may be gone. */
  changesAfter(change: number): Promise<WebsiteChange[]>;
  /**
   * Adds a change, unless its number is taken; which of the two, reading back tells. On disk
   * when it resolves.
   */
  append(change: WebsiteChange): Promise<void>;
}

const attemptsMax = 20;

/** What is wrong with a `domain` that another website has, and with a `password` that is not there. */
export const domainTaken = ["is already registered"];
export const passwordRequired = ["is required when privacy is 2"];

/**
 * All websites, held in memory and written through to the store.
 *
 * - A change is answered only when the store has it, and is in force from then on.
 * - Changes are numbered without gaps. Each is decided on a state that holds every earlier one,
 *   so concurrent updates of different fields both hold and a domain is taken once, also when
 *   several processes share a store: the loser of a number reads the winner's change and decides
 *   again.
 * - Ids rise and are never reused: a deleted website leaves a mark.
 */
export class Websites {
  readonly #table: WebsiteTable;
  readonly #now: () => number;
  readonly #byId = new Map<number, Website>();
  readonly #byDomain = new Map<string, Website>();
  #lastChange = 0;
  #lastId = 0;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(table: WebsiteTable, now: () => number) {
    this.#table = table;
    this.#now = now;
  }

  static async open(table: WebsiteTable, now: () => number = Date.now): Promise<Websites> {
    const websites = new Websites(table, now);
    await websites.refresh();
    return websites;
  }

  list(): Website[] {
    return [...this.#byId.values()];
  }

  find(id: number): Website | undefined {
    return this.#byId.get(id);
  }

  findByDomain(domain: string): Website | undefined {
    return this.#byDomain.get(domain);
  }

  /** Throws `Problem` VALIDATION on `domain` when it is taken. */
  create(domain: string, settings: Partial<Settings>): Promise<Website> {
    return this.#change(() => {
      if (this.#byDomain.has(domain)) throw invalid({ domain: domainTaken });
      const now = this.#seconds();
      const website = {
        ...defaultSettings,
        ...settings,
        id: this.#lastId + 1,
        domain,
        createdAt: now,
        updatedAt: now,
      };
      requirePassword(website);
      return { website, deleted: false };
    });
  }

  /**
   * Throws `Problem` WEBSITE_NOT_FOUND, and VALIDATION when a password would be missing. Nothing
   * to change is no change.
   */
  async update(id: number, settings: Partial<Settings>): Promise<Website> {
    if (Object.keys(settings).length === 0) return this.#existing(id);
    return this.#change(() => {
      const website = { ...this.#existing(id), ...settings, updatedAt: this.#seconds() };
      requirePassword(website);
      return { website, deleted: false };
    });
  }

  /** Throws `Problem` WEBSITE_NOT_FOUND. */
  remove(id: number): Promise<Website> {
    return this.#change(() => {
      const { domain, createdAt } = this.#existing(id);
      // Only what the mark needs is kept; settings may hold addresses.
      const mark = { ...defaultSettings, id, domain, createdAt, updatedAt: this.#seconds() };
      return { website: mark, deleted: true };
    });
  }

  /** Takes in changes that other processes made. */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.#readChanges().then(() => undefined));
  }

  #existing(id: number): Website {
    const website = this.#byId.get(id);
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
      // The store tells a taken number for a while only, so what we decide on must be fresh; and
      // an append may have arrived without our hearing of it.
      await this.#readChanges();
      const change = { change: this.#lastChange + 1, writer: randomUUID(), ...decide() };
      await this.#table.append(change);
      const seen = await this.#readChanges();
      if (seen.some(({ writer }) => writer === change.writer)) return change.website;
    }
    throw new Problem("STORE_UNAVAILABLE");
  }

  async #readChanges(): Promise<WebsiteChange[]> {
    const changes = await this.#table.changesAfter(this.#lastChange);
    for (const change of changes) this.#apply(change);
    return changes;
  }

  #apply({ change, deleted, website }: WebsiteChange): void {
    this.#lastChange = Math.max(this.#lastChange, change);
    this.#lastId = Math.max(this.#lastId, website.id);
    const previous = this.#byId.get(website.id);
    if (previous !== undefined) this.#byDomain.delete(previous.domain);
    if (deleted) {
      this.#byId.delete(website.id);
    } else {
      this.#byId.set(website.id, website);
      this.#byDomain.set(website.domain, website);
    }
  }

  #seconds(): Date {
    return new Date(Math.floor(this.#now() / 1000) * 1000);
  }
}

function requirePassword({ privacy, passwordHash }: Website): void {
  if (privacy === 2 && passwordHash === "") {
    throw invalid({ password: passwordRequired });
  }
}
