import type { NumberedChange } from "../base/change-log.ts";
import type { Website } from "./website.ts";

/** One change of a website in the store. All websites share the numbers. */
export interface WebsiteChange extends NumberedChange {
  readonly deleted: boolean;
  readonly website: Website;
}

/** The methods of the set that only read it. */
export type WebsiteLookup = Pick<WebsiteSet, "list" | "find" | "findByDomain" | "findByAlias">;

/** The websites that result from all changes. */
export class WebsiteSet {
  readonly #byId = new Map<number, Website>();
  readonly #byDomain = new Map<string, Website>();
  readonly #byAlias = new Map<string, Website>();
  /** Number of the last change that was applied. */
  lastChange = 0;
  /** The highest id that a website has or had. */
  lastId = 0;

  constructor(websites: readonly Website[] = []) {
    this.apply(websites.map((website) => ({ change: 0, writer: "", deleted: false, website })));
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

  findByAlias(alias: string): Website | undefined {
    return this.#byAlias.get(alias);
  }

  /** Applies changes, which must follow the earlier ones. */
  apply(changes: readonly WebsiteChange[]): void {
    for (const { change, deleted, website } of changes) {
      this.lastChange = Math.max(this.lastChange, change);
      this.lastId = Math.max(this.lastId, website.id);
      const previous = this.#byId.get(website.id);
      if (previous !== undefined) {
        this.#byDomain.delete(previous.domain);
        for (const alias of previous.aliases) this.#byAlias.delete(alias);
      }
      if (deleted) {
        this.#byId.delete(website.id);
      } else {
        this.#byId.set(website.id, website);
        this.#byDomain.set(website.domain, website);
        for (const alias of website.aliases) this.#byAlias.set(alias, website);
      }
    }
  }
}
