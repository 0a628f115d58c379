import type { Database } from "../../clickhouse/database.ts";
import { bind, sql } from "../../clickhouse/sql.ts";

/** The imports of a website, as far as followers must know. */
export interface ImportState {
  /** Changes with each change of an import. */
  readonly imports: string;
  /** Whether an import of access logs goes on. */
  readonly isImporting: boolean;
}

interface Row {
  change: number;
  source: string;
  status: string;
  upload: string;
  deleted: boolean;
}

/**
 * Reads what goes on with the imports of a website. An import of a command that is gone goes on no
 * more: `isThere` says whether a process imports into the website.
 */
export async function readImportState(
  db: Database,
  websiteId: number,
  isThere: () => Promise<boolean>,
): Promise<ImportState> {
  const rows = await db.rows<Row>(sql`
    SELECT
      max(definitions.change) AS change,
      argMax(deleted, definitions.change) AS deleted,
      argMax(JSONExtractString(body, 'content', 'source'), definitions.change) AS source,
      argMax(JSONExtractString(body, 'content', 'status'), definitions.change) AS status,
      argMax(JSONExtractString(body, 'content', 'upload'), definitions.change) AS upload
    FROM definitions
    WHERE website_id = ${bind("UInt32", websiteId)} AND kind = 'import'
    GROUP BY id`);
  const imports = String(Math.max(0, ...rows.map(({ change }) => change)));
  const ofLogs = rows.filter(({ deleted, source }) => !deleted && source === "access-log");
  const busy = ofLogs.filter(({ status }) => status === "running" || status === "deleting");
  const isCommand = busy.every(({ status, upload }) => status === "running" && upload === "");
  const isImporting = busy.length > 0 && (!isCommand || (await isThere()));
  return { imports, isImporting };
}
