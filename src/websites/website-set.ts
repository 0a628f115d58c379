import { type RecordChange, RecordSet } from "../base/record-set.ts";
import type { Website } from "./website.ts";

export interface WebsiteRecords {
  readonly website: Website;
}

/** One change of a website in the store. All websites share the numbers. */
export type WebsiteChange = RecordChange<WebsiteRecords, Website>;

/** The methods of the set that only read it. */
export type WebsiteLookup = Pick<WebsiteSet, "list" | "find" | "findByDomain" | "findByAlias">;

/** The websites that result from all changes. */
export class WebsiteSet {
  readonly records = new RecordSet<WebsiteRecords>((_, { domain, aliases }) => [
    `domain ${domain}`,
    ...aliases.map((alias) => `alias ${alias}`),
  ]);

  constructor(websites: readonly Website[] = []) {
    const known = { change: 0, writer: "", kind: "website", deleted: false } as const;
    this.records.apply(websites.map((record) => ({ ...known, record })));
  }

  list(): Website[] {
    return this.records.list("website");
  }

  find(id: number): Website | undefined {
    return this.records.find("website", id);
  }

  findByDomain(domain: string): Website | undefined {
    return this.records.findByText("website", `domain ${domain}`);
  }

  findByAlias(alias: string): Website | undefined {
    return this.records.findByText("website", `alias ${alias}`);
  }

  /** Applies changes, which must follow the earlier ones. */
  apply(changes: readonly WebsiteChange[]): void {
    this.records.apply(changes);
  }
}
