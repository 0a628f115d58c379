import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { inject } from "vitest";

import { move } from "../../src/commands/move.ts";
import { readConfig } from "../../src/config.ts";
import { ClickHouse } from "../../src/store/clickhouse.ts";
import { statement } from "../../src/store/sql.ts";
import { cleanUp } from "./footfall.ts";

/** Two shards, which are two databases of the server of the tests. */
export interface TestShards {
  readonly env: { readonly CLICKHOUSE_URL: string };
  /** The databases of shards 1 and 2. */
  readonly dbs: readonly [ClickHouse, ClickHouse];
  /** Runs `footfall move`. */
  move(domain: string, to: string): Promise<number>;
  /** Resolves with rows of shard 1 and of shard 2. */
  rows<Row>(query: string): Promise<[Row[], Row[]]>;
}

/** Makes two shards without tables, and removes them when the test ends. */
export async function makeShards(): Promise<TestShards> {
  const server = inject("clickHouseUrl");
  if (server === undefined) throw new Error("shards are databases of a server");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const urls = [`${server}/${name}_1`, `${server}/${name}_2`];
  const dbs = [new ClickHouse(), new ClickHouse()] as const;
  for (const [i, db] of dbs.entries()) {
    await db.use(`${server}/`);
    await db.run(statement(`CREATE DATABASE ${name}_${i + 1}`));
    await db.use(urls[i]);
  }
  cleanUp(async () => {
    for (const [i, db] of dbs.entries()) {
      await db.run(statement(`DROP DATABASE ${name}_${i + 1}`));
      await db.use(undefined);
    }
  });
  const env = { CLICKHOUSE_URL: urls.join(" ") };
  const config = readConfig({ ...env, LOG_LEVEL: "silent" });
  const logger = pino({ level: "silent" });
  return {
    env,
    dbs,
    move: (domain, to) => move(config, ["--website", domain, "--to", to], logger),
    rows: async <Row>(query: string) => {
      const [first, second] = dbs;
      return [await first.rows<Row>(statement(query)), await second.rows<Row>(statement(query))];
    },
  };
}
