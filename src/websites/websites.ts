import type { Author } from "../base/author.ts";
import { fieldError } from "../base/field-errors.ts";
import type { Remark } from "../base/records.ts";
import type { SettingsChange, Website } from "./website.ts";
import type { WebsiteLookup } from "./website-set.ts";

/** The websites in memory, and the methods that change them, which say who makes the change. */
export interface Websites {
  readonly all: WebsiteLookup;
  /**
   * Resolves with what `lookUp` returns. If that is undefined and other instances may change
   * websites, it applies their changes and looks again. Rejects with `Problem` STORE_UNAVAILABLE if
   * it cannot read them, and with OVERLOADED if too many requests wait for that.
   */
  find<T>(lookUp: (all: WebsiteLookup) => T | undefined): Promise<T | undefined>;
  /**
   * Resolves when every change is in force that others made ten seconds ago, as far as they can be
   * read.
   */
  catchUp(): Promise<void>;
  /** Returns the name of the shard that has a website's data; undefined if there is only one. */
  shardOf(website: Website): string | undefined;
  /**
   * Creates a website on the shard of this name, or on the one with the fewest events. Rejects with
   * `Problem` VALIDATION on `domain` if the domain is taken, or on `shard` if there is none of this
   * name, and with STORE_UNAVAILABLE if that is unavailable.
   */
  create(by: Author, domain: string, settings: SettingsChange, shard?: string): Promise<Website>;
  /**
   * Resolves without a change if `settings` is empty. Rejects with `Problem` WEBSITE_NOT_FOUND, or
   * with VALIDATION if a password would be missing; CHANGED_MEANWHILE if `onlyIf` names
   * versions and the website has another one.
   */
  update(
    by: Author,
    id: number,
    settings: SettingsChange,
    more?: { readonly remark?: Remark; readonly onlyIf?: readonly string[] | undefined },
  ): Promise<Website>;
  /** Rejects with `Problem` WEBSITE_NOT_FOUND. */
  remove(by: Author, id: number): Promise<void>;
}

/** Errors for a `domain` that another website has, and for a missing `password`. */
export const domainTaken = [fieldError("domain_taken")];
export const passwordRequired = [fieldError("required_password")];
