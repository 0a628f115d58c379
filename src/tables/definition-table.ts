import type { ChangeTable } from "../base/change-log.ts";
import type { Database } from "../clickhouse/database.ts";
import { insertRow } from "../clickhouse/insert-row.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import type { Contents, Kind } from "../definitions/definition.ts";
import type { DefinitionChange } from "../definitions/definition-set.ts";

interface Row {
  website_id: number;
  kind: Kind;
  id: number;
  change: number;
  writer: string;
  deleted: boolean;
  body: string;
  created_at: number;
  updated_at: number;
}

/** The JSON in the column `body`. */
type Body = Pick<DefinitionChange, "key"> & Pick<DefinitionChange["record"], "content">;

/**
 * Returns the access to the definitions of a website in `definitions`;
 * schema/0004-definitions.sql says what a row is.
 */
export function definitionTable(db: Database, websiteId: number): ChangeTable<DefinitionChange> {
  return {
    async changesAfter(change) {
      const rows = await db.rows<Row>(sql`
        SELECT
          * EXCEPT (created_at, updated_at),
          toUnixTimestamp(created_at) AS created_at,
          toUnixTimestamp(updated_at) AS updated_at
        FROM definitions
        WHERE website_id = ${bind("UInt32", websiteId)} AND change > ${bind("UInt64", change)}
        ORDER BY change`);
      return rows.map(fromRow);
    },
    async append(change) {
      const token = `definition:${websiteId}:${change.change}`;
      await insertRow(db, sql`definitions`, toRow(websiteId, change), token);
    },
  };
}

/** A definition of some website. */
export interface FoundDefinition<K extends Kind> {
  readonly websiteId: number;
  readonly id: number;
  readonly content: Contents[K];
  readonly createdMs: number;
}

/**
 * Reads the definitions of a kind of all websites on a server, as they are now, whichever process
 * has changed them.
 */
export async function findDefinitions<K extends Kind>(
  db: Database,
  kind: K,
): Promise<FoundDefinition<K>[]> {
  type Found = { websiteId: number; id: number; body: string; createdS: number };
  const rows = await db.rows<Found>(sql`
    SELECT
      website_id AS websiteId,
      id,
      argMax(definitions.body, definitions.change) AS body,
      toUnixTimestamp(min(definitions.created_at)) AS createdS
    FROM definitions
    WHERE kind = ${bind("String", kind)}
    GROUP BY website_id, id
    HAVING NOT argMax(definitions.deleted, definitions.change)
    ORDER BY website_id, id`);
  return rows.map(({ websiteId, id, body, createdS }) => {
    const { content } = JSON.parse(body) as Body;
    return { websiteId, id, content: content as Contents[K], createdMs: createdS * 1000 };
  });
}

function fromRow(row: Row): DefinitionChange {
  const { content, key } = JSON.parse(row.body) as Body;
  const record = {
    id: row.id,
    content,
    createdAt: new Date(row.created_at * 1000),
    updatedAt: new Date(row.updated_at * 1000),
  } as DefinitionChange["record"];
  const { change, writer, kind, deleted } = row;
  return { change, writer, kind, record, deleted, key };
}

function toRow(websiteId: number, change: DefinitionChange): Row {
  const { kind, record, deleted, key } = change;
  const body: Body = { content: record.content, key };
  return {
    website_id: websiteId,
    kind,
    id: record.id,
    change: change.change,
    writer: change.writer,
    deleted,
    body: JSON.stringify(body),
    created_at: record.createdAt.getTime() / 1000,
    updated_at: record.updatedAt.getTime() / 1000,
  };
}
