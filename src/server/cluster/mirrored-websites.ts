import type { Settings, Website } from "../../websites/website.ts";
import { WebsiteSet } from "../../websites/website-set.ts";
import type { WebsiteChange, Websites } from "../../websites/websites.ts";
import type { PrimaryCalls } from "./calls.ts";

type WebsiteCalls = Pick<PrimaryCalls, "createWebsite" | "updateWebsite" | "removeWebsite">;

/** The websites in a worker: reads are from its memory, changes are the primary's. */
export class MirroredWebsites implements Websites {
  readonly #primary: WebsiteCalls;
  readonly #set: WebsiteSet;

  constructor(primary: WebsiteCalls, websites: readonly Website[]) {
    this.#primary = primary;
    this.#set = new WebsiteSet(websites);
  }

  apply(changes: readonly WebsiteChange[]): void {
    this.#set.apply(changes);
  }

  list(): Website[] {
    return this.#set.list();
  }

  find(id: number): Website | undefined {
    return this.#set.find(id);
  }

  findByDomain(domain: string): Website | undefined {
    return this.#set.findByDomain(domain);
  }

  create(domain: string, settings: Partial<Settings>): Promise<Website> {
    return this.#primary.createWebsite(domain, settings);
  }

  update(id: number, settings: Partial<Settings>): Promise<Website> {
    return this.#primary.updateWebsite(id, settings);
  }

  remove(id: number): Promise<Website> {
    return this.#primary.removeWebsite(id);
  }
}
