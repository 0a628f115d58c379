import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { migrate, readMigrations } from "../../src/clickhouse/migrate.ts";
import { sql, statement } from "../../src/clickhouse/sql.ts";

/** The database from which those of the tests are made. */
export const template = "template";

/** Makes it, by all migrations. Resolves with the statements that make its tables. */
export async function makeTemplate(serverUrl: string): Promise<string[]> {
  const client = new ClickHouse();
  await client.use(`${serverUrl}/`);
  await client.run(statement(`CREATE DATABASE ${template}`));
  await client.use(`${serverUrl}/${template}`);
  await migrate(client, await readMigrations());
  const tables = await client.rows<{ query: string }>(
    sql`SELECT create_table_query AS query FROM system.tables WHERE database = currentDatabase()`,
  );
  await client.use(undefined);
  return tables.map(({ query }) => query);
}
