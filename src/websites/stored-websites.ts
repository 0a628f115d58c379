import { randomUUID } from "node:crypto";
import { inRounds } from "../base/async/shared-rounds.ts";
import { invalid, Problem } from "../base/errors.ts";
import {
  defaultSettings,
  firstShard,
  type Placement,
  type Settings,
  type Website,
} from "./website.ts";
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

export interface WebsiteOptions {
  /** Whether other processes may change websites in the same store. */
  readonly isShared?: boolean;
  /** The websites as they were, for a start while the store is away. */
  readonly copy?: readonly Website[] | undefined;
}

/** The shards that new websites can be on. */
export interface ShardChoice {
  /**
   * Resolves with the shard of a new website, as `Placement` names it. Rejects as
   * `Websites.create` does.
   */
  choose(wanted: string | undefined): Promise<string>;
  /** Returns the name of a website's shard; undefined if there is only one. */
  nameOf(website: Website): string | undefined;
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
  readonly #set: WebsiteSet;
  readonly #table: WebsiteTable;
  readonly #now: () => number;
  readonly #announce: Announce;
  #shards: ShardChoice = { choose: async () => "", nameOf: () => undefined };
  readonly #finder: WebsiteFinder | undefined;
  /**
   * Applies the changes that other processes made. Calls share a read, which begins after them.
   */
  readonly refresh = inRounds(
    () =>
      this.#inTurn(async () => {
        const nowMs = Date.now();
        await this.#readChanges();
        this.#finder?.confirm(nowMs);
      }),
    readsApartMs,
  );

  #announcedChange = 0;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    table: WebsiteTable,
    now: () => number,
    announce: Announce,
    { isShared = false, copy = [] }: WebsiteOptions,
  ) {
    this.#set = new WebsiteSet(copy);
    this.#table = table;
    this.#now = now;
    this.#announce = announce;
    this.#finder = isShared ? new WebsiteFinder(this.#set, this.refresh) : undefined;
  }

  /** Opens the websites. With a copy of them, it resolves also while the store is away. */
  static async open(
    table: WebsiteTable,
    now: () => number = Date.now,
    announce: Announce = async () => {},
    options: WebsiteOptions = {},
  ): Promise<StoredWebsites> {
    const websites = new StoredWebsites(table, now, announce, options);
    try {
      await websites.refresh();
    } catch (error) {
      // With a copy, they are read when the store is back.
      if (options.copy === undefined || !(error instanceof Problem)) throw error;
    }
    return websites;
  }

  get all(): WebsiteLookup {
    return this.#set;
  }

  /** The number of the last change that is in force in every process. */
  get lastChange(): number {
    return this.#announcedChange;
  }

  async find<T>(lookUp: (all: WebsiteLookup) => T | undefined): Promise<T | undefined> {
    return this.#finder === undefined ? lookUp(this.#set) : this.#finder.find(lookUp);
  }

  async catchUp(): Promise<void> {
    await this.#finder?.catchUp();
  }

  shardOf(website: Website): string | undefined {
    return this.#shards.nameOf(website);
  }

  async create(domain: string, settings: Partial<Settings>, wanted?: string): Promise<Website> {
    const shard = await this.#shards.choose(wanted);
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
        placement: { ...firstShard, shard },
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
      const updatedAt = this.#seconds();
      const mark = { ...defaultSettings, id, domain, createdAt, updatedAt, placement: firstShard };
      return { website: mark, deleted: true };
    });
  }

  /** Chooses the shards of new websites from now on. */
  useShards(shards: ShardChoice): void {
    this.#shards = shards;
  }

  /** Stores where the data of a website is. Rejects with `Problem` WEBSITE_NOT_FOUND. */
  place(id: number, placement: Placement): Promise<Website> {
    return this.#change(() => ({ website: { ...this.#existing(id), placement }, deleted: false }));
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
      this.#announcedChange = this.#set.lastChange;
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
