import { pino } from "pino";
import { readConfig } from "../../src/base/config.ts";
import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { statement } from "../../src/clickhouse/sql.ts";
import { move } from "../../src/commands/move.ts";
import { Lease } from "../../src/move/lease.ts";
import { Move, type MovingShard } from "../../src/move/move.ts";
import { openWebsites } from "../../src/server/parts/open-services.ts";
import { QueryScheduler } from "../../src/stats/query-scheduler.ts";
import { Statistics } from "../../src/stats/statistics.ts";
import { cleanUp } from "./clean-up.ts";
import { newDatabaseName } from "./databases.ts";
import { testServer } from "./test-server.ts";

/** Two shards, which are two databases of the server of the tests. */
export interface TestShards {
  readonly env: { readonly CLICKHOUSE_URL: string };
  /** The databases of shards 1 and 2. */
  readonly dbs: readonly [ClickHouse, ClickHouse];
  /** Runs `footfall move`. */
  move(domain: string, to: string): Promise<number>;
  /** Resolves with the steps of the same, for a test that runs some of them. */
  mover(domain: string, to: "1" | "2"): Promise<{ move: Move; close(): Promise<void> }>;
  /** Resolves with rows of shard 1 and of shard 2. */
  rows<Row>(query: string): Promise<[Row[], Row[]]>;
}

/** Makes two shards without tables, and removes them when the test ends. */
export async function makeShards(): Promise<TestShards> {
  const server = testServer();
  if (server === undefined) throw new Error("shards are databases of a server");
  const name = newDatabaseName();
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
    mover: async (domain, to) => {
      const [first] = dbs;
      const websites = await openWebsites(first, Date.now);
      const website = websites.all.findByDomain(domain);
      if (website === undefined) throw new Error(`there is no website ${domain}`);
      const lease = await Lease.open({ first, role: "move", website });
      const shardOf = (name: "1" | "2"): MovingShard => {
        const db = dbs[name === "1" ? 0 : 1];
        const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: 60_000 }, logger);
        const statistics = new Statistics({ db, scheduler });
        return { key: name === "1" ? "" : name, name, db, statistics };
      };
      const source = shardOf(to === "1" ? "2" : "1");
      const move = new Move({
        websiteId: website.id,
        source,
        target: shardOf(to),
        first,
        websites,
        now: Date.now,
        assertOwner: () => lease.assertHeld(),
        progress: { step: () => {}, count: () => {} },
      });
      return { move, close: () => lease.close() };
    },
    rows: async <Row>(query: string) => {
      const [first, second] = dbs;
      return [await first.rows<Row>(statement(query)), await second.rows<Row>(statement(query))];
    },
  };
}
