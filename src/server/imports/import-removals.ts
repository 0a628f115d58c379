import { StartRefused } from "../../base/errors.ts";
import { answerAgeMsMax } from "../../base/freshness.ts";
import type { Database } from "../../clickhouse/database.ts";
import type { Import } from "../../definitions/import.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { monthsOf, type StoredImport } from "../../import/run/records.ts";
import { removeImported } from "../../import/run/removal.ts";
import { Lease } from "../../move/lease.ts";
import { findLeavingMonths } from "../../rollups/retention/month-tables.ts";
import type { ImportName } from "../../rollups/totals.ts";
import type { Website } from "../../websites/website.ts";

/** A store, as far as imports need it. */
export interface ImportStore {
  /** The name in the placements of websites; "" is the first store. */
  readonly key: string;
  readonly db: Database;
  readonly definitions: Definitions;
}

/** An import, and the store that has it. */
export interface StoreImport extends StoredImport {
  readonly store: ImportStore;
}

export interface RemovalOptions {
  readonly stores: readonly ImportStore[];
  /** The database with the websites. */
  readonly first: Database;
  readonly findWebsite: (id: number) => Website | undefined;
}

/** The time after which something else that an import waits for may have ended. */
export const lookAgainMs = 3_000;

/** Removes what imports have added. */
export class ImportRemovals {
  readonly #options: RemovalOptions;
  /** When imports were removed, on the clock of `performance.now()`. */
  readonly #removedMs = new Map<string, number>();

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /**
   * Removes what an import has added. Resolves with 0 when no answer has it any more, or with
   * the milliseconds after which it is to be called again.
   */
  async remove(found: StoreImport): Promise<number> {
    const name = nameOf(found);
    let removedMs = this.#removedMs.get(name);
    if (removedMs === undefined) {
      if (!(await this.#tryToRemove(found))) return lookAgainMs;
      removedMs = performance.now();
      this.#removedMs.set(name, removedMs);
    }
    // An answer that was counted before may be given again for this long.
    const waitMs = removedMs + answerAgeMsMax - performance.now();
    if (waitMs > 0) return waitMs;
    this.#removedMs.delete(name);
    return 0;
  }

  /**
   * Resolves with false if the removal has to wait: the website is being moved, or retention is
   * about to delete the events of a month.
   */
  async #tryToRemove({ store, websiteId, record }: StoreImport): Promise<boolean> {
    const { first, findWebsite, stores } = this.#options;
    const website = findWebsite(websiteId);
    if (website === undefined) return false;
    const name = { websiteId, importId: record.id };
    if (stores.length === 1) return removeNow(store, name, record.content);
    try {
      const lease = await Lease.open({ first, role: "import", website });
      try {
        return await removeNow(store, name, record.content);
      } finally {
        await lease.close();
      }
    } catch (error) {
      if (error instanceof StartRefused) return false;
      throw error;
    }
  }
}

async function removeNow({ db }: ImportStore, name: ImportName, content: Import): Promise<boolean> {
  const months = monthsOf(content);
  // Retention begins with no month of an import that is under way, so none begins from now on.
  const leaving = await findLeavingMonths(db);
  if (leaving.some((month) => months.has(String(month)))) return false;
  await removeImported(db, name, content);
  return true;
}

/** Returns what an import is called among those of all websites. */
export function nameOf({ websiteId, record }: StoredImport): string {
  return `${websiteId} ${record.id}`;
}
