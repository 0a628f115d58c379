import type { Database } from "../../clickhouse/database.ts";
import { readMigrations } from "../../clickhouse/migrate.ts";

const file = "0018-deliveries.sql";
const copies = new WeakMap<Database, Promise<void>>();

/**
 * Copies what an earlier release has delivered, once for each database. The migration has copied
 * what there was when it ran; an instance of that release may have gone on beside newer ones.
 */
export function copyEarlierDeliveries(db: Database): Promise<void> {
  const known = copies.get(db);
  if (known !== undefined) return known;
  const copied = copy(db);
  copies.set(db, copied);
  // The next run tries again.
  copied.catch(() => copies.delete(db));
  return copied;
}

async function copy(db: Database): Promise<void> {
  const migration = (await readMigrations()).find(({ name }) => name === file);
  if (migration === undefined) throw new Error(`there is no schema/${file}`);
  // Its statements may run twice: rows that are there are not copied again.
  for (const statement of migration.statements) await db.run(statement);
}
