import type { Database } from "../../clickhouse/database.ts";
import type { IdempotencyRecords } from "../../collect/idempotency.ts";
import type { Salts } from "../../collect/salts.ts";
import { followedTable } from "../../import/follow/followed-table.ts";
import { readImportState } from "../../import/follow/import-state.ts";
import { StoredPlaces } from "../../import/follow/stored-places.ts";
import type { Website } from "../../websites/website.ts";
import type { RequestProcessing } from "../parts/open-services.ts";
import { isImporting } from "./cut-off-imports.ts";

export interface PlacesOptions extends RequestProcessing {
  readonly website: Website;
  /** The database that has the website's events. */
  readonly db: Database;
  /** The database that has the websites. */
  readonly first: Database;
  readonly salts: Salts;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly now: () => number;
}

/** Returns what is stored of the logs of a website that are followed. */
export function openLogPlaces({ db, first, ...deps }: PlacesOptions): StoredPlaces {
  const { id } = deps.website;
  const readImports = () => readImportState(db, id, () => isImporting(first, id));
  return new StoredPlaces({ ...deps, followed: followedTable(db), readImports });
}
