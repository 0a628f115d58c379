import type { ShardChoice } from "../../websites/stored-websites.ts";
import type { Settings, Website } from "../../websites/website.ts";
import { WebsiteSet } from "../../websites/website-set.ts";
import type { Websites } from "../../websites/websites.ts";
import type { PrimaryCalls } from "./calls.ts";

type WebsiteCalls = Pick<PrimaryCalls, "createWebsite" | "updateWebsite" | "removeWebsite">;

/** The websites in a worker: it reads them from its own memory, and the primary changes them. */
export class MirroredWebsites implements Websites {
  readonly all: WebsiteSet;
  readonly #primary: WebsiteCalls;

  readonly #nameOf: ShardChoice["nameOf"];

  constructor(primary: WebsiteCalls, websites: readonly Website[], nameOf: ShardChoice["nameOf"]) {
    this.#primary = primary;
    this.#nameOf = nameOf;
    this.all = new WebsiteSet(websites);
  }

  shardOf(website: Website): string | undefined {
    return this.#nameOf(website);
  }

  create(domain: string, settings: Partial<Settings>, shard?: string): Promise<Website> {
    return this.#primary.createWebsite(domain, settings, shard);
  }

  update(id: number, settings: Partial<Settings>): Promise<Website> {
    return this.#primary.updateWebsite(id, settings);
  }

  remove(id: number): Promise<Website> {
    return this.#primary.removeWebsite(id);
  }
}
