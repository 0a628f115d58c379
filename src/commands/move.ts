import { parseArgs } from "node:util";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../base/config.ts";
import { Problem, StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import { openStores } from "../clickhouse/open.ts";
import type { OpenedStore } from "../clickhouse/store.ts";
import { findImportedInto } from "../import/run/records.ts";
import { Lease } from "../move/lease.ts";
import { Move, type MoveProgress, type MovingShard } from "../move/move.ts";
import { tablesWithRows } from "../move/old-shard.ts";
import { openWebsites } from "../server/parts/open-services.ts";
import { QueryScheduler } from "../stats/query-scheduler.ts";
import { Statistics } from "../stats/statistics.ts";
import { findByName } from "../websites/by-name.ts";
import type { StoredWebsites } from "../websites/stored-websites.ts";
import type { Website } from "../websites/website.ts";
import { moveProgress } from "./move-progress.ts";

export const usage = "usage: footfall move --website DOMAIN --to SHARD";
/** Nobody waits for a comparison as for a page, so a query may take longer. */
const queryMsMax = 10 * 60_000;

/**
 * Runs `footfall move --website DOMAIN --to SHARD`: moves all that is stored of a website to
 * another ClickHouse server of `CLICKHOUSE_URL`. Needs no `DATA_DIR`, and runs beside any number of
 * instances.
 */
export async function move(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const { domain, to } = readArgs(args);
  if (config.CLICKHOUSE_URL.length < 2) {
    throw new StartRefused("CLICKHOUSE_URL must name the servers that websites move between");
  }
  const stores = await openStores({ config, logger });
  const progress = moveProgress(domain);
  try {
    await moveOn(stores, { domain, to, logger, progress });
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "WEBSITE_NOT_FOUND") throw new StartRefused(`${domain} was deleted`);
    throw new StartRefused("a ClickHouse server does not answer; run the move again to continue");
  } finally {
    progress.end();
    for (const store of stores) await store.close().catch(() => {});
  }
}

interface Order {
  readonly domain: string;
  readonly to: string;
  readonly logger: Logger;
  readonly progress: MoveProgress;
}

async function moveOn(stores: readonly OpenedStore[], order: Order): Promise<void> {
  const { domain, to, logger, progress } = order;
  const shards = stores.map((store, i): MovingShard & { isAway: boolean } => {
    const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: queryMsMax }, logger);
    const statistics = new Statistics({ db: store.db, scheduler });
    const isAway = store.url() === undefined;
    return { key: i === 0 ? "" : store.name, name: store.name, db: store.db, statistics, isAway };
  });
  const named = (key: string) => {
    const found = shards.find((shard) => shard.key === key);
    if (found === undefined) throw new StartRefused(`CLICKHOUSE_URL lacks shard ${key}`);
    if (found.isAway) throw new StartRefused(`shard ${found.name} does not answer`);
    return found;
  };
  const first = named("").db;
  const websites = await openWebsites(first, Date.now);
  const found = findWebsite(websites, domain);
  const target = shards.find(({ name }) => name === to);
  if (target === undefined) {
    const names = shards.map(({ name }) => name).join(", ");
    throw new StartRefused(`there is no shard ${to}; the shards are ${names}`);
  }
  named(target.key);
  const sources = async ({ placement }: Website): Promise<readonly MovingShard[]> => {
    const { shard, movingTo, movedFrom } = placement;
    if (movingTo !== undefined && movingTo !== target.key) {
      throw new StartRefused(`${domain} is moving to shard ${movingTo || shards[0]?.name} already`);
    }
    if (shard !== target.key) return [named(shard)];
    const filled: MovingShard[] = [];
    for (const key of movedFrom) {
      if (key === target.key || !shards.some((each) => each.key === key)) continue;
      const earlier = named(key);
      if ((await tablesWithRows(earlier.db, found.id)).length > 0) filled.push(earlier);
    }
    return filled;
  };
  if ((await sources(found)).length === 0) return;
  const onWait = () => progress.step("waiting for an earlier command to end");
  const lease = await Lease.open({ first, role: "move", website: found, onWait });
  try {
    // Another move may have ended meanwhile.
    await websites.refresh();
    const { shard, movingTo } = findWebsite(websites, domain).placement;
    if (shard !== target.key && movingTo === undefined) {
      await refuseImports(named(shard).db, found);
    }
    for (const source of await sources(findWebsite(websites, domain))) {
      const assertOwner = () => lease.assertHeld();
      const ends = { source, target, first, websites, assertOwner, progress };
      await new Move({ ...ends, websiteId: found.id, now: Date.now }).run();
    }
  } finally {
    await lease.close();
  }
}

/** Staged rows do not move, so an import comes to its end before. */
async function refuseImports(db: Database, { id, domain }: Website): Promise<void> {
  if (!(await findImportedInto(db)).has(id)) return;
  throw new StartRefused(`an import to ${domain} runs; wait for the end of that`);
}

function findWebsite(websites: StoredWebsites, domain: string): Website {
  const website = findByName(websites.all, domain);
  if (website === undefined) throw new StartRefused(`there is no website ${domain}`);
  return website;
}

function readArgs(args: readonly string[]): { domain: string; to: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { website: { type: "string" }, to: { type: "string" } },
    });
    if (values.website !== undefined && values.to !== undefined) {
      return { domain: values.website, to: values.to };
    }
  } catch {}
  throw new StartRefused(usage);
}
