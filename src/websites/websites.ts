import type { Settings, Website } from "./website.ts";

/** All websites, in memory. */
export interface Websites {
  list(): Website[];
  find(id: number): Website | undefined;
  findByDomain(domain: string): Website | undefined;
  /** Throws `Problem` VALIDATION on `domain` when it is taken. */
  create(domain: string, settings: Partial<Settings>): Promise<Website>;
  /**
   * Throws `Problem` WEBSITE_NOT_FOUND, and VALIDATION when a password would be missing. Nothing
   * to change is no change.
   */
  update(id: number, settings: Partial<Settings>): Promise<Website>;
  /** Throws `Problem` WEBSITE_NOT_FOUND. */
  remove(id: number): Promise<Website>;
}

/** One change of a website, as the store keeps it; `change` numbers the changes of all websites. */
export interface WebsiteChange {
  readonly change: number;
  /** Tells the writer whether this change is its own. */
  readonly writer: string;
  readonly deleted: boolean;
  readonly website: Website;
}

/** What is wrong with a `domain` that another website has, and with a `password` that is not there. */
export const domainTaken = ["is already registered"];
export const passwordRequired = ["is required when privacy is 2"];
