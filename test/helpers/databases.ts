import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { statement } from "../../src/clickhouse/sql.ts";

/** Removes a database of the server, if it is there. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new ClickHouse();
  await client.use(`${serverUrl}/`);
  await client.run(statement(`DROP DATABASE IF EXISTS ${name}`));
  await client.use(undefined);
}
