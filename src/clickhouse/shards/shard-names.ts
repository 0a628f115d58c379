import { StartRefused } from "../../base/errors.ts";
import type { Database } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import { sql } from "../sql.ts";

/** The name under which a server was seen at an address. */
export interface ShardName {
  /** Host, port and database, without the user. */
  readonly address: string;
  readonly name: string;
}

/** A name is also that of a directory. */
const namePattern = /^[A-Za-z0-9_.-]{1,64}$/;

/** Returns the part of a URL that tells one server's database from another. */
export function serverOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/$/, "")}`;
}

/** Returns the name that the server's configuration gives it; undefined without one. */
export async function readMacro(db: Database): Promise<string | undefined> {
  const [row] = await db.rows<{ name: string }>(sql`
    SELECT substitution AS name
    FROM system.macros
    WHERE macro = 'shard'`);
  return row?.name;
}

/** Returns the names that the first shard has stored. */
export function readShardNames(first: Database): Promise<ShardName[]> {
  return first.rows<ShardName>(sql`
    SELECT
      address,
      argMax(name, seen_at) AS name
    FROM shards
    GROUP BY address`);
}

/** Stores a name. `db` is that of the first shard. */
export function addShardName(db: Database, { address, name }: ShardName): Promise<void> {
  return insertRow(db, sql`shards`, { address, name }, `shard:${address}:${name}`);
}

/** Throws `StartRefused` if two servers have one name, or a name is not that of a directory. */
export function checkShardNames(shards: readonly ShardName[]): void {
  for (const [i, { address, name }] of shards.entries()) {
    if (!namePattern.test(name)) {
      throw new StartRefused(
        `CLICKHOUSE_URL: ${address} is shard ${name}; a name has up to 64 letters, digits, _, - and .`,
      );
    }
    const twin = shards.slice(0, i).find((other) => other.name === name);
    if (twin !== undefined) {
      throw new StartRefused(
        `CLICKHOUSE_URL: ${twin.address} and ${address} are both shard ${name}`,
      );
    }
  }
}

/** Throws `StartRefused` if a server at a known address has another name than before. */
export function refuseRenamed({ address, name }: ShardName, known: readonly ShardName[]): void {
  const before = known.find((shard) => shard.address === address)?.name;
  if (before === undefined || before === name) return;
  throw new StartRefused(`CLICKHOUSE_URL: ${address} was shard ${before} and is shard ${name} now`);
}
