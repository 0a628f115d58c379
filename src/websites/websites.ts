import type { Settings, Website } from "./website.ts";
import type { WebsiteLookup } from "./website-set.ts";

/** The websites, in memory, and the ways to change them. */
export interface Websites {
  readonly all: WebsiteLookup;
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

/** What is wrong with a `domain` that another website has, and with a `password` that is not there. */
export const domainTaken = ["is already registered"];
export const passwordRequired = ["is required when privacy is 2"];
