import type { UncountedTable } from "../../collect/uncounted-names.ts";
import { normaliseDomain } from "../../websites/domain.ts";

/** Counts what sends events that do not count, by name. */
export interface Uncounted {
  /** Counts an event of a domain that is no website. */
  readonly addUnknown: (domain: string) => void;
  /** Counts a request for a script that there is not, from a page of the website. */
  readonly addScript: (websiteId: number, path: string) => void;
  /** Resolves when all processes have saved what they counted, but after a second in any case. */
  readonly saveAll: () => Promise<void>;
  readonly table: UncountedTable;
}

/**
 * Counts an event that names no website: by its domain, or else by the host of its page. Names that
 * are no domain are left out.
 */
export function noteUnknown(uncounted: Uncounted, name: string | null | undefined, host: string) {
  const domain = normaliseDomain(name || host);
  if (domain !== undefined) uncounted.addUnknown(domain);
}
