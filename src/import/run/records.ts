import type { Database } from "../../clickhouse/database.ts";
import type { Definition } from "../../definitions/definition.ts";
import { type Import, isUnderWay, takenDays } from "../../definitions/import.ts";
import { findDefinitions } from "../../tables/definition-table.ts";

/** The record of an import into a website. */
export interface StoredImport {
  readonly websiteId: number;
  readonly record: Pick<Definition<"import">, "id" | "content">;
}

/**
 * Reads the imports of all websites, dry runs, too, as they are now: what another process has
 * changed a moment ago may ask for work.
 */
export async function findImports(db: Database): Promise<StoredImport[]> {
  const found = await findDefinitions(db, "import");
  return found.map(({ websiteId, id, content }) => ({ websiteId, record: { id, content } }));
}

/** Returns the websites into which an import is under way; a dry run counts. */
export async function findImportedInto(db: Database): Promise<ReadonlySet<number>> {
  const imports = await findImports(db);
  const underWay = imports.filter(({ record }) => isUnderWay(record.content));
  return new Set(underWay.map(({ websiteId }) => websiteId));
}

/** Returns whether an import has days of the month, `202611`, and is not at its end. */
export async function isImportedInto(db: Database, month: number): Promise<boolean> {
  const imports = await findImports(db);
  return imports.some(({ record: { content } }) => {
    return isUnderWay(content) && !content.isDryRun && monthsOf(content).has(String(month));
  });
}

/** Returns the months of the days that an import has taken, `202611`. */
export function monthsOf(content: Pick<Import, "taken">): ReadonlySet<string> {
  return new Set(takenDays(content).map((day) => day.slice(0, 4) + day.slice(5, 7)));
}
