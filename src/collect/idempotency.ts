import { setTimeout as delay } from "node:timers/promises";

import { batchIdOf } from "../events/batch-id.ts";
import { type Batch, BatchContended, type BatchStore } from "../log/batch.ts";
import type { RecordPart, Table } from "../log/record.ts";

export interface IdempotencyRecord {
  readonly websiteId: number;
  readonly key: string;
  /** UUID, made anew for each idempotency record; the batches of its events derive from it. */
  readonly batch: string;
  readonly outcome: string;
  readonly expiresAtMs: number;
}

/** Attempts where several processes deliver the same key; random pauses separate them within a few. */
const attemptsMax = 10;
const pauseMsMax = 50;

/** Where idempotency records are kept. */
export interface IdempotencyTable {
  /** The idempotency record of the key that has not expired. */
  find(websiteId: number, key: string): Promise<IdempotencyRecord | undefined>;
  /** Keeps the idempotency record unless the key has one already; `find` tells which it is. */
  add(record: IdempotencyRecord): Promise<void>;
  /** All idempotency records of a website whose key begins with `prefix`. */
  list(websiteId: number, prefix: string): Promise<IdempotencyRecord[]>;
}

/** Where the batches of a delivery go. */
export interface DeliveryStore extends BatchStore {
  /** Whether the batch has arrived. */
  has(batch: Omit<Batch, "rows">): Promise<boolean>;
}

/** What a delivery is inserted as: one batch for each table and month. */
export interface BatchKey {
  readonly table: Table;
  readonly month: number;
}

/** What a idempotency record says of its delivery, as JSON. */
interface DeliveryOutcome {
  readonly batches: readonly BatchKey[];
  /** What tells the delivery from another one of its key. Idempotency records of earlier versions have none. */
  readonly digest?: string;
}

/** Thrown for a delivery whose key has the idempotency record of another one. */
export class OtherDelivery extends Error {}

export interface Delivery<Outcome extends DeliveryOutcome> {
  readonly websiteId: number;
  readonly key: string;
  readonly expiresAtMs: number;
  readonly outcome: Outcome;
  readonly parts: readonly RecordPart[];
}

/** The batches that the parts are inserted as. */
export function batchKeys(parts: readonly RecordPart[]): BatchKey[] {
  return parts.map(({ table, month }) => ({ table, month }));
}

/**
 * Counts a delivery once, however often it comes.
 *
 * A idempotency record is written first. It fixes the ids of the batches that the events are inserted as, so
 * after a crash the next delivery of the same key finds out what is missing and inserts just that.
 * The outcome of the first delivery is the outcome of all, and only its batches are inserted: rows
 * of another table or month come from settings that changed since. Another delivery under the same
 * key is told by its digest, and nothing of it is inserted.
 */
export class IdempotencyRecords {
  readonly #table: IdempotencyTable;
  readonly #events: DeliveryStore;
  readonly #now: () => number;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(table: IdempotencyTable, events: DeliveryStore, now: () => number = Date.now) {
    this.#table = table;
    this.#events = events;
    this.#now = now;
  }

  /** The idempotency record of an earlier delivery of the key, while it lasts. */
  find(websiteId: number, key: string): Promise<IdempotencyRecord | undefined> {
    return this.#table.find(websiteId, key);
  }

  /** Every idempotency record of a website whose key begins with `prefix`. */
  list(websiteId: number, prefix: string): Promise<IdempotencyRecord[]> {
    return this.#table.list(websiteId, prefix);
  }

  /** Whether all batches of a delivery that has a idempotency record have arrived. */
  async isComplete(websiteId: number, key: string, batches: readonly BatchKey[]): Promise<boolean> {
    const record = await this.#table.find(websiteId, key);
    if (record === undefined) return false;
    for (const batch of batches) {
      const id = batchIdIn(record, batch);
      if (!(await this.#events.has({ id, ...batch }))) return false;
    }
    return true;
  }

  /**
   * Resolves with the outcome when the events are durable. Throws `OtherDelivery` when the key stands for another delivery, and `BatchContended` when other processes that make the same
   * delivery get in the way again and again.
   */
  async once<Outcome extends DeliveryOutcome>(delivery: Delivery<Outcome>): Promise<Outcome> {
    const name = `${delivery.websiteId} ${delivery.key}`;
    const before = this.#running.get(name) ?? Promise.resolve();
    const running = before.catch(() => {}).then(() => this.#deliverAmongOthers(delivery));
    this.#running.set(name, running);
    try {
      return await running;
    } finally {
      if (this.#running.get(name) === running) this.#running.delete(name);
    }
  }

  async #deliverAmongOthers<Outcome extends DeliveryOutcome>(
    delivery: Delivery<Outcome>,
  ): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#deliver(delivery);
      } catch (error) {
        if (!(error instanceof BatchContended) || attempt === attemptsMax) throw error;
        await delay(Math.random() * pauseMsMax * attempt);
      }
    }
  }

  async #deliver<Outcome extends DeliveryOutcome>(delivery: Delivery<Outcome>): Promise<Outcome> {
    const { websiteId, key, expiresAtMs } = delivery;
    let record = await this.#table.find(websiteId, key);
    const batch = batchIdOf(`${websiteId} ${key} ${this.#now()} ${Math.random()}`);
    if (record === undefined) {
      await this.#table.add({
        websiteId,
        key,
        batch,
        outcome: JSON.stringify(delivery.outcome),
        expiresAtMs,
      });
      record = await this.#table.find(websiteId, key);
    }
    if (record === undefined) throw new Error("the store lost a record that it had confirmed");
    const outcome = JSON.parse(record.outcome) as Outcome;
    if (outcome.digest !== undefined && outcome.digest !== delivery.outcome.digest) {
      throw new OtherDelivery(`the key ${key} stands for another delivery`);
    }
    for (const part of delivery.parts) {
      const { table, month, rows } = part;
      if (!outcome.batches.some((key) => key.table === table && key.month === month)) continue;
      const id = batchIdIn(record, part);
      // Whoever wrote the idempotency record comes first; anyone else may come after an attempt that was cut off.
      if (record.batch === batch) await this.#events.insert({ id, table, month, rows });
      else await this.#events.insertAgain({ id, table, month, rows });
    }
    return outcome;
  }
}

/** The ids of the batches of events of that month that a idempotency record names. */
export function eventBatchesOf(
  record: Pick<IdempotencyRecord, "batch" | "outcome">,
  month: number,
): string[] {
  const { batches } = JSON.parse(record.outcome) as DeliveryOutcome;
  return batches
    .filter((batch) => batch.table === "events" && batch.month === month)
    .map((batch) => batchIdIn(record, batch));
}

function batchIdIn(
  { batch }: Pick<IdempotencyRecord, "batch">,
  { table, month }: BatchKey,
): string {
  return batchIdOf(`${batch} ${table} ${month}`);
}
