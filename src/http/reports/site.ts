import type { OperatorCount } from "../../collect/recent-reads.ts";
import type { Filter } from "../../counting/filters.ts";
import type { Kind } from "../../definitions/definition.ts";
import type { DefinitionLookup } from "../../definitions/definition-set.ts";
import type { Statistics } from "../../stats/statistics.ts";
import type { Website } from "../../websites/website.ts";

/** A website, and what answers queries about it, found once for a request. */
export interface Site {
  readonly website: Website;
  readonly statistics: Pick<Statistics, keyof Statistics>;
  /**
   * Resolves with the website's definitions, at most a second old: those that the client may see,
   * and at least all of these kinds.
   */
  readonly definitions: (...kinds: readonly Kind[]) => Promise<DefinitionLookup>;
  /**
   * Resolves with the reads of the last minutes by operator, the greatest first; undefined if the
   * client may not see what programs read.
   */
  readonly recentReads?: () => Promise<readonly OperatorCount[]>;
  /**
   * The filters that every number must have, whatever the request says. Answers then have no tag,
   * as it would change with events that the filters hide.
   */
  readonly forced?: readonly Filter[];
  /**
   * Rejects with `Problem` STORE_UNAVAILABLE if the website has moved to another store meanwhile,
   * and with WEBSITE_NOT_FOUND if it was deleted. An answer that was read before may lack some of
   * its rows then, so call this after each answer.
   */
  readonly stays: () => Promise<void>;
}
