import type { DefinitionSet } from "../../definitions/definition-set.ts";
import type { Statistics } from "../../stats/statistics.ts";
import type { Website } from "../../websites/website.ts";

/** A website, and what answers queries about it, found once for a request. */
export interface Site {
  readonly website: Website;
  readonly statistics: Pick<Statistics, keyof Statistics>;
  /** Resolves with the website's definitions, at most a second old. */
  readonly definitions: () => Promise<DefinitionSet>;
  /**
   * Rejects with `Problem` STORE_UNAVAILABLE if the website has moved to another shard meanwhile,
   * and with WEBSITE_NOT_FOUND if it was deleted. An answer that was read before may lack some of
   * its rows then, so call this after each answer.
   */
  readonly stays: () => Promise<void>;
}
