import { batchIdOf } from "../../events/batch-id.ts";
import { type Batch, BatchContended, type BatchStore } from "../../log/batch.ts";
import type { EventTable, WebsiteSelection } from "../../tables/event-table.ts";
import { shardOfEvents, type Website } from "../../websites/website.ts";
import type { Shards } from "./shards.ts";

export interface RoutedBatchesOptions {
  /** The shard that the events of the logs were meant for when they were written. */
  readonly shard: string;
  readonly events: Shards<EventTable>;
  readonly websites: { list(): readonly Website[] };
}

/**
 * The store of the event logs of one of several shards. It sends the events of websites that have
 * moved away since they were written to the shards that have these websites now.
 *
 * - A batch may have reached the old shard before the website moved, without an answer. Then its
 *   rows are copied with all others, so `insertAgain` looks for them there first.
 * - A shard that a website has left refuses more events of it, see `src/move`. So a process that
 *   does not know of the move yet fails there, and tries again when it does.
 */
export class RoutedBatches implements BatchStore {
  readonly #options: RoutedBatchesOptions;
  /** Websites that have moved away, of which the logs hold no event any more. */
  readonly #settled = new Set<number>();
  readonly #settling = new Set<number>();
  #shipped: (() => Promise<void>) | undefined;

  constructor(options: RoutedBatchesOptions) {
    this.#options = options;
  }

  /**
   * Says that a single log uses this store, which this process has just begun. It holds events of a
   * website that has moved away only until all of it is `shipped`.
   */
  useForNewLog(shipped: () => Promise<void>): void {
    for (const { id } of this.#moved()) this.#settled.add(id);
    this.#shipped = shipped;
  }

  async insert(logged: Batch): Promise<void> {
    const batch = this.#named(logged);
    const moved = this.#movedLately();
    await this.#orUnsettle(this.#own.insert(batch, restOf(moved)));
    for (const website of moved) await this.#home(website).insert(batch, rowsOf(website));
  }

  async insertAgain(logged: Batch): Promise<void> {
    const batch = this.#named(logged);
    const moved = this.#movedLately();
    await this.#orUnsettle(this.#own.insertAgain(batch, restOf(moved)));
    for (const website of moved) {
      if (await this.#own.has(batch, rowsOf(website))) continue;
      await this.#home(website).insertAgain(batch, rowsOf(website));
    }
  }

  /**
   * The logs that a process has for several shards have one name, so their batches have the same
   * ids. Those that begin at the same place may meet on one shard.
   */
  #named(batch: Batch): Batch {
    const { shard } = this.#options;
    return shard === "" ? batch : { ...batch, id: batchIdOf(`${shard} ${batch.id}`) };
  }

  get #own(): EventTable {
    return this.#options.events.named(this.#options.shard);
  }

  #home(website: Website): EventTable {
    return this.#options.events.named(shardOfEvents(website));
  }

  /** An event that was on its way while its website moved may be in the log after all. */
  async #orUnsettle(inserted: Promise<void>): Promise<void> {
    try {
      await inserted;
    } catch (error) {
      if (error instanceof BatchContended) this.#settled.clear();
      throw error;
    }
  }

  /** Returns the websites whose events may be in the logs and belong elsewhere. */
  #movedLately(): readonly Website[] {
    const moved = this.#moved();
    if (moved.length === 0) return moved;
    for (const id of this.#settled) {
      if (!moved.some((website) => website.id === id)) this.#settled.delete(id);
    }
    for (const { id } of moved) this.#settle(id);
    return moved.filter(({ id }) => !this.#settled.has(id));
  }

  #settle(id: number): void {
    if (this.#shipped === undefined || this.#settled.has(id) || this.#settling.has(id)) return;
    this.#settling.add(id);
    void this.#shipped().then(() => {
      this.#settling.delete(id);
      this.#settled.add(id);
    });
  }

  #moved(): Website[] {
    const { shard, websites } = this.#options;
    return websites
      .list()
      .filter(
        (website) =>
          website.placement.movedFrom.includes(shard) && shardOfEvents(website) !== shard,
      );
  }
}

function rowsOf({ id }: Website): WebsiteSelection {
  return { ids: [id] };
}

function restOf(moved: readonly Website[]): WebsiteSelection | undefined {
  return moved.length === 0 ? undefined : { ids: moved.map(({ id }) => id), isInverted: true };
}
