import type { Author } from "../base/author.ts";
import { ChangeLog, type ChangeTable } from "../base/change-log.ts";
import { invalid, Problem } from "../base/errors.ts";
import { fieldError } from "../base/field-errors.ts";
import { type Note, Records } from "../base/records.ts";
import { findByIdOrName } from "./by-name.ts";
import {
  changedReports,
  defaultSettings,
  firstShard,
  type Placement,
  type SettingsChange,
  versionOf,
  type Website,
} from "./website.ts";
import { WebsiteFinder } from "./website-finder.ts";
import {
  type WebsiteChange,
  type WebsiteLookup,
  type WebsiteRecords,
  WebsiteSet,
} from "./website-set.ts";
import { domainTaken, passwordRequired, type Websites } from "./websites.ts";

export interface WebsiteOptions {
  /** Notes changes of callers in the audit list; undefined in a process that makes none. */
  readonly note?: Note<WebsiteRecords> | undefined;
  /** Whether other processes may change websites in the same store. */
  readonly isShared?: boolean;
  /** The websites as they were, for a start while the store is unavailable. */
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

/**
 * Reads of others' changes begin at least this long after each other, however many requests for
 * unknown websites come.
 */
const readsApartMs = 200;

/**
 * Gets each change before its caller gets the answer. When it resolves, the change is in force in
 * every process.
 */
export type Announce = (changes: readonly WebsiteChange[]) => Promise<void>;

/**
 * All websites, kept as the log of their changes. Ids rise and are never reused: a deleted website
 * leaves a mark.
 */
export class StoredWebsites implements Websites {
  readonly #set: WebsiteSet;
  readonly #log: ChangeLog<WebsiteChange, WebsiteSet["records"]>;
  readonly #records: Records<WebsiteRecords, WebsiteSet["records"], WebsiteChange>;
  readonly #now: () => number;
  #shards: ShardChoice = { choose: async () => "", nameOf: () => undefined };
  readonly #finder: WebsiteFinder | undefined;
  #announcedChange = 0;

  private constructor(
    table: ChangeTable<WebsiteChange>,
    now: () => number,
    announce: Announce,
    { isShared = false, copy = [], note }: WebsiteOptions,
  ) {
    this.#set = new WebsiteSet(copy);
    const state = this.#set.records;
    const apply = async (_: typeof state, changes: readonly WebsiteChange[]) => {
      state.apply(changes);
      await announce(changes);
      this.#announcedChange = state.lastChange;
      return state;
    };
    this.#log = new ChangeLog({ table, state, apply, readsApartMs });
    this.#records = new Records({ log: this.#log, note, missing: "WEBSITE_NOT_FOUND" });
    this.#now = now;
    this.#finder = isShared ? new WebsiteFinder(this.#set, this.#log) : undefined;
  }

  /** Opens the websites. With a copy of them, it resolves also while the store is unavailable. */
  static async open(
    table: ChangeTable<WebsiteChange>,
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

  /** Applies the changes that other processes made. Calls share a read, which begins after them. */
  async refresh(): Promise<void> {
    await this.#log.latest();
  }

  async catchUp(): Promise<void> {
    await this.#finder?.catchUp();
  }

  shardOf(website: Website): string | undefined {
    return this.#shards.nameOf(website);
  }

  async create(
    by: Author,
    domain: string,
    settings: SettingsChange,
    wanted?: string,
  ): Promise<Website> {
    const shard = await this.#shards.choose(wanted);
    return this.#records.create(by, "website", (_, id) => {
      const now = this.#seconds();
      const website = {
        ...defaultSettings,
        ...settings,
        emailReports: changedReports(defaultSettings.emailReports, settings.emailReports ?? {}),
        id,
        domain,
        createdAt: now,
        updatedAt: now,
        placement: { ...firstShard, shard },
      };
      requirePassword(website);
      this.#refuseTaken(website);
      return website;
    });
  }

  async update(
    by: Author,
    id: number,
    settings: SettingsChange,
    { remark, onlyIf }: Parameters<Websites["update"]>[3] = {},
  ): Promise<Website> {
    const isEmpty = Object.keys(settings).length === 0;
    if (isEmpty && onlyIf === undefined) return this.#existing(id);
    const change = (before: Website) => {
      if (onlyIf?.includes(versionOf(before)) === false) throw new Problem("CHANGED_MEANWHILE");
      if (isEmpty) return undefined;
      const emailReports = changedReports(before.emailReports, settings.emailReports ?? {});
      const website = { ...before, ...settings, emailReports, updatedAt: this.#seconds() };
      requirePassword(website);
      this.#refuseTaken(website);
      return website;
    };
    return this.#records.update(by, "website", id, change, remark);
  }

  remove(by: Author, id: number): Promise<void> {
    return this.#records.remove(by, "website", id, ({ domain, createdAt }) => {
      // The mark holds only what it needs, because settings may hold addresses.
      const updatedAt = this.#seconds();
      return { ...defaultSettings, id, domain, createdAt, updatedAt, placement: firstShard };
    });
  }

  /** Chooses the shards of new websites from now on. */
  useShards(shards: ShardChoice): void {
    this.#shards = shards;
  }

  /** Stores where the data of a website is. Rejects with `Problem` WEBSITE_NOT_FOUND. */
  place(id: number, placement: Placement): Promise<Website> {
    return this.#records.update({ routine: "move" }, "website", id, (website) => {
      return { ...website, placement };
    });
  }

  /** Throws `Problem` VALIDATION if another website has a name of this one. */
  #refuseTaken({ id, domain, aliases }: Website): void {
    const isTaken = (name: string) => {
      const other = findByIdOrName(this.#set, name);
      return other !== undefined && other.id !== id;
    };
    if (isTaken(domain)) throw invalid({ domain: domainTaken });
    const taken = aliases.find(isTaken);
    if (taken !== undefined)
      throw invalid({ aliases: [fieldError("alias_taken", { name: taken })] });
  }

  #existing(id: number): Website {
    const website = this.#set.find(id);
    if (website === undefined) throw new Problem("WEBSITE_NOT_FOUND");
    return website;
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
