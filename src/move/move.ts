import { StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import { findLeavingMonths } from "../rollups/retention/month-tables.ts";
import type { Placement, Website } from "../websites/website.ts";
import { copyArchivedBatches, removeArchivedBatches } from "./archived-batches.ts";
import { type CountedShard, compareAnswers } from "./comparison.ts";
import { allHave } from "./instances.ts";
import { removeRows } from "./old-shard.ts";
import { type CopyMode, TableCopy } from "./table-copy.ts";
import { movedTables, queryIdsOf } from "./tables.ts";
import {
  blockWrites,
  endedInsertsGone,
  isCompared,
  markCompared,
  unblockWrites,
} from "./write-block.ts";

/** A shard that a website moves from or to. */
export interface MovingShard extends CountedShard {
  /** The name of the shard in rows of `websites`: "" is the first one. */
  readonly key: string;
  readonly name: string;
}

/** Tells somebody how far the move is. */
export interface MoveProgress {
  step(text: string): void;
  count(done: number, total: number): void;
}

export interface MoveOptions {
  readonly websiteId: number;
  readonly source: MovingShard;
  readonly target: MovingShard;
  /** The database with the websites. */
  readonly first: Database;
  readonly websites: {
    readonly all: { find(id: number): Website | undefined };
    readonly lastChange: number;
    place(id: number, placement: Placement): Promise<Website>;
  };
  /** Throws when this process may no longer write. */
  readonly assertOwner: () => void;
  readonly progress: MoveProgress;
  readonly now: () => number;
}

/** So few rows are copied within a second or two, for which the statistics are not answered. */
const lastRowsMax = 5_000;
const passesMax = 10;

/**
 * Moves a website to another shard, while events come in.
 *
 * | step | the website's row | its events go to | its statistics come from |
 * | --- | --- | --- | --- |
 * | copy | `shard` is the source | the source | the source |
 * | wait, block writes, copy the rest | `moving_to` is the target | the target | nowhere, 503 |
 * | wait, compare the answers, remove | `shard` is the target | the target | the target |
 *
 * - Each step finds out what it has to do by looking. So a move that was cut off goes on.
 * - The target refuses other rows of the website before the switch, and the source from then on,
 *   see `blockWrites`. So what the target has after the last copy is all that there is, whatever
 *   another process thinks.
 */
export class Move {
  readonly #options: MoveOptions;
  readonly #copies: readonly TableCopy[];
  #copied = 0;
  #total = 0;

  constructor(options: MoveOptions) {
    this.#options = options;
    const { websiteId, source, target, assertOwner } = options;
    this.#copies = movedTables.map(
      (table) =>
        new TableCopy({
          table,
          websiteId,
          movedFrom: `shard ${source.key}`,
          assertOwner,
          source: source.db,
          target: target.db,
          onCopied: (rows) => this.#count(rows),
        }),
    );
  }

  /**
   * Resolves when the target has the website and the source is empty. Throws `StartRefused` with
   * one line if it has to stop, and `Problem` STORE_UNAVAILABLE if a shard becomes unavailable.
   */
  async run(): Promise<void> {
    await this.prepare();
    if (this.#website.placement.shard !== this.#options.target.key) {
      if (this.#website.placement.movingTo === undefined) {
        await this.copy();
        await this.beginSwitch();
      }
      await this.copyRest();
      await this.endSwitch();
    }
    await this.compare();
    await this.remove();
  }

  /** Ends what an earlier attempt has left running. */
  async prepare(): Promise<void> {
    const { websiteId, source, target } = this.#options;
    for (const { db, name } of [source, target]) {
      await db.run(
        sql`
        KILL QUERY
        WHERE startsWith(query_id, ${bind("String", queryIdsOf(websiteId))})
          AND current_database = currentDatabase()
        SYNC`,
      );
      const [month] = await findLeavingMonths(db);
      if (month === undefined) continue;
      throw new StartRefused(
        `retention is deleting the events of ${month} on shard ${name}; try again in some minutes`,
      );
    }
  }

  /** Copies everything while the source answers. Resolves when little is left to copy. */
  async copy(): Promise<void> {
    const { websiteId, target, progress } = this.#options;
    await blockWrites(target.db, websiteId);
    progress.step("copying");
    for (const copy of this.#copies) this.#total += await copy.rows();
    for (let pass = 1; pass <= passesMax; pass += 1) {
      const rows = await this.#copyAll("before");
      if (rows <= lastRowsMax) return;
    }
  }

  /** Sends the website's new events to the target. Statistics are not answered from now on. */
  async beginSwitch(): Promise<void> {
    const { websiteId, source, target, progress } = this.#options;
    await unblockWrites(target.db, websiteId);
    progress.step("switching: the website's statistics are not answered for some seconds");
    const { placement } = this.#website;
    const movedFrom = [...new Set([...placement.movedFrom, source.key])];
    await this.#place({ ...placement, movingTo: target.key, movedFrom });
  }

  /** Copies what the source got last. */
  async copyRest(): Promise<void> {
    const { websiteId, source, target } = this.#options;
    await this.#allHave();
    await blockWrites(source.db, websiteId);
    await this.#copyAll("switched");
    await copyArchivedBatches({ source: source.db, target: target.db }, websiteId);
  }

  /** Answers the website's statistics from the target. */
  async endSwitch(): Promise<void> {
    const { target, progress } = this.#options;
    const { placement } = this.#website;
    await this.#place({ ...placement, shard: target.key, movingTo: undefined });
    progress.step(`the website is on shard ${target.name}`);
  }

  /** Throws `StartRefused` if an answer differs. */
  async compare(): Promise<void> {
    const { websiteId, source, target, progress, now } = this.#options;
    await this.#allHave();
    // An earlier attempt may have begun to remove what it had compared.
    if (await isCompared(source.db, websiteId)) return;
    await endedInsertsGone(source.db);
    await this.#copyAll("switched");
    progress.step("comparing the answers of both shards");
    await compareAnswers({
      website: this.#website,
      source,
      target,
      nowMs: now(),
      onCompared: (done, total) => progress.count(done, total),
    });
    await markCompared(source.db, websiteId);
  }

  async remove(): Promise<void> {
    const { websiteId, source, progress } = this.#options;
    // Of an instance that has just started, nothing was known before.
    await this.#allHave();
    progress.step(`removing what shard ${source.name} has of it`);
    await removeArchivedBatches(source.db, websiteId);
    await removeRows(source.db, websiteId);
  }

  async #copyAll(mode: CopyMode): Promise<number> {
    let rows = 0;
    for (const copy of this.#copies) rows += await copy.copy(mode);
    return rows;
  }

  async #place(placement: Placement): Promise<void> {
    const { websites, websiteId, assertOwner } = this.#options;
    assertOwner();
    await websites.place(websiteId, placement);
  }

  #allHave(): Promise<void> {
    const { first, websites } = this.#options;
    return allHave(first, websites.lastChange);
  }

  #count(rows: number): void {
    this.#copied += rows;
    this.#options.progress.count(this.#copied, Math.max(this.#copied, this.#total));
  }

  get #website(): Website {
    const { websites, websiteId } = this.#options;
    const website = websites.all.find(websiteId);
    if (website === undefined) throw new StartRefused("the website was deleted");
    return website;
  }
}
