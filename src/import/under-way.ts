import { type Import, isUnderWay, takenDays } from "../definitions/import.ts";
import type { Database } from "../store/database.ts";
import { sql } from "../store/sql.ts";

/** Returns the imports of websites that run or are being undone; dry runs, too. */
export async function findImportsUnderWay(
  db: Database,
): Promise<{ readonly websiteId: number; readonly content: Import }[]> {
  const rows = await db.rows<{ websiteId: number; body: string }>(sql`
    SELECT
      website_id AS websiteId,
      argMax(definitions.body, definitions.change) AS body
    FROM definitions
    WHERE kind = 'import'
    GROUP BY website_id, id
    HAVING NOT argMax(definitions.deleted, definitions.change)
      AND JSONExtractString(body, 'content', 'status') IN ('running', 'deleting')`);
  return rows
    .map(({ websiteId, body }) => ({
      websiteId,
      content: (JSON.parse(body) as { content: Import }).content,
    }))
    .filter(({ content }) => isUnderWay(content));
}

/** Returns whether an import has days of the month, `202611`, and is not at its end. */
export async function isImportedInto(db: Database, month: number): Promise<boolean> {
  const imports = await findImportsUnderWay(db);
  return imports.some(({ content }) => !content.isDryRun && monthsOf(content).has(String(month)));
}

/** Returns the months of the days that an import has taken, `202611`. */
export function monthsOf(content: Pick<Import, "taken">): ReadonlySet<string> {
  return new Set(takenDays(content).map((day) => day.slice(0, 4) + day.slice(5, 7)));
}
