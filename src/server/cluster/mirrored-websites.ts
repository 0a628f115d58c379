import { sharedRuns } from "../../base/async/shared-runs.ts";
import type { ShardChoice } from "../../websites/stored-websites.ts";
import type { Website } from "../../websites/website.ts";
import { WebsiteFinder } from "../../websites/website-finder.ts";
import { type WebsiteLookup, WebsiteSet } from "../../websites/website-set.ts";
import type { Websites } from "../../websites/websites.ts";
import type { PrimaryCalls } from "./calls.ts";

type WebsiteCalls = Pick<
  PrimaryCalls,
  "createWebsite" | "updateWebsite" | "removeWebsite" | "readWebsiteChanges"
>;

/** The websites in a worker: it reads them from its own memory, and the primary changes them. */
export class MirroredWebsites implements Websites {
  readonly all: WebsiteSet;
  readonly #primary: WebsiteCalls;
  readonly #finder: WebsiteFinder | undefined;

  readonly #nameOf: ShardChoice["nameOf"];

  /** With `isShared`, other instances may change websites in the same store. */
  constructor(
    primary: WebsiteCalls,
    websites: readonly Website[],
    { isShared, nameOf }: { isShared: boolean; nameOf: ShardChoice["nameOf"] },
  ) {
    this.#primary = primary;
    this.#nameOf = nameOf;
    this.all = new WebsiteSet(websites);
    // The primary sends the changes before its answer.
    const changes = {
      readMs: Number.NEGATIVE_INFINITY,
      latest: sharedRuns(async () => {
        const beginMs = Date.now();
        await primary.readWebsiteChanges();
        changes.readMs = beginMs;
      }),
    };
    this.#finder = isShared ? new WebsiteFinder(this.all, changes) : undefined;
  }

  async find<T>(lookUp: (all: WebsiteLookup) => T | undefined): Promise<T | undefined> {
    return this.#finder === undefined ? lookUp(this.all) : this.#finder.find(lookUp);
  }

  async catchUp(): Promise<void> {
    await this.#finder?.catchUp();
  }

  shardOf(website: Website): string | undefined {
    return this.#nameOf(website);
  }

  create(...made: Parameters<Websites["create"]>): Promise<Website> {
    return this.#primary.createWebsite(...made);
  }

  update(...change: Parameters<Websites["update"]>): Promise<Website> {
    return this.#primary.updateWebsite(...change);
  }

  remove(...removed: Parameters<Websites["remove"]>): Promise<void> {
    return this.#primary.removeWebsite(...removed);
  }
}
