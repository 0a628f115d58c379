import { setTimeout as delay } from "node:timers/promises";

import { batchIdOf } from "../events/batch-id.ts";
import { type Batch, BatchContended, type BatchStore } from "../log/batch.ts";
import type { RecordPart, Table } from "../log/record.ts";
import { findOrAdd } from "./contested-row.ts";

export interface IdempotencyRecord {
  readonly websiteId: number;
  readonly key: string;
  /** UUID that is new for each idempotency record. The ids of the batches derive from it. */
  readonly batch: string;
  readonly outcome: string;
  readonly expiresAtMs: number;
}

/**
 * Limit of attempts where several processes deliver the same key. Random pauses separate the
 * processes within a few attempts.
 */
const attemptsMax = 10;
const pauseMsMax = 50;

/** A table of idempotency records. */
export interface IdempotencyTable {
  /** Resolves with the key's idempotency record, unless there is none or it has expired. */
  find(websiteId: number, key: string): Promise<IdempotencyRecord | undefined>;
  /**
   * Stores the idempotency record unless the key has one already, or had one at the same attempt.
   * `find` then returns the record in force.
   */
  add(record: IdempotencyRecord, attempt?: number): Promise<void>;
  /** Resolves with the idempotency records of a website whose keys begin with `prefix`. */
  list(websiteId: number, prefix: string): Promise<IdempotencyRecord[]>;
}

/** A store that takes the batches of a delivery. */
export interface DeliveryStore extends BatchStore {
  /** Resolves with true if the batch has arrived. */
  has(batch: Omit<Batch, "rows">): Promise<boolean>;
}

/** Names one batch of a delivery, which has a batch for each table and month. */
export interface BatchKey {
  readonly table: Table;
  readonly month: number;
}

/** The outcome of a delivery, which its idempotency record holds as JSON. */
interface DeliveryOutcome {
  readonly batches: readonly BatchKey[];
  /**
   * Distinguishes the delivery from another with the same key. Idempotency records of earlier
   * releases have none.
   */
  readonly digest?: string;
}

/** Thrown for a delivery whose key has the idempotency record of another delivery. */
export class KeyReused extends Error {}

export interface Delivery<Outcome extends DeliveryOutcome> {
  readonly websiteId: number;
  readonly key: string;
  readonly expiresAtMs: number;
  readonly outcome: Outcome;
  readonly parts: readonly RecordPart[];
}

/** Returns the keys of the batches that the parts are inserted as. */
export function batchKeys(parts: readonly RecordPart[]): BatchKey[] {
  return parts.map(({ table, month }) => ({ table, month }));
}

/**
 * Counts a delivery once, however often a client sends it.
 *
 * The idempotency record is written first. It fixes the ids of the batches that hold the events.
 * After a crash, the next delivery of the same key finds the missing batches and inserts only
 * those.
 *
 * The outcome of the first delivery is the outcome of all, and only its batches are inserted. Rows
 * of another table or month come from settings that changed since. The digest reveals another
 * delivery with the same key, and nothing of that one is inserted.
 */
export class IdempotencyRecords {
  readonly #table: IdempotencyTable;
  readonly #events: DeliveryStore;
  readonly #now: () => number;
  readonly #deliveries = new Map<string, Promise<unknown>>();

  constructor(table: IdempotencyTable, events: DeliveryStore, now: () => number = Date.now) {
    this.#table = table;
    this.#events = events;
    this.#now = now;
  }

  /** Resolves with the idempotency record of an earlier delivery of the key, until it expires. */
  find(websiteId: number, key: string): Promise<IdempotencyRecord | undefined> {
    return this.#table.find(websiteId, key);
  }

  /** Resolves with the idempotency records of a website whose keys begin with `prefix`. */
  list(websiteId: number, prefix: string): Promise<IdempotencyRecord[]> {
    return this.#table.list(websiteId, prefix);
  }

  /**
   * Resolves with true if the delivery has an idempotency record and all of its batches have
   * arrived.
   */
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
   * Resolves with the outcome when the events are durable. Rejects with `KeyReused` if the key
   * belongs to another delivery. Rejects with `BatchContended` if other processes that make the
   * same delivery get in the way in every attempt.
   */
  async once<Outcome extends DeliveryOutcome>(delivery: Delivery<Outcome>): Promise<Outcome> {
    const name = `${delivery.websiteId} ${delivery.key}`;
    const before = this.#deliveries.get(name) ?? Promise.resolve();
    const delivered = before.catch(() => {}).then(() => this.#deliverAmongOthers(delivery));
    this.#deliveries.set(name, delivered);
    try {
      return await delivered;
    } finally {
      if (this.#deliveries.get(name) === delivered) this.#deliveries.delete(name);
    }
  }

  #deliverAmongOthers<Outcome extends DeliveryOutcome>(
    delivery: Delivery<Outcome>,
  ): Promise<Outcome> {
    return amongOthers(() => this.#deliver(delivery));
  }

  /**
   * Inserts the batches of a record that is kept elsewhere. `isFirst` says that nobody can have
   * sent them before. Rejects as `once` does.
   */
  insert(
    record: { readonly batch: string; readonly outcome: DeliveryOutcome },
    parts: readonly RecordPart[],
    isFirst: boolean,
  ): Promise<void> {
    return amongOthers((attempt) =>
      insertParts(this.#events, record, parts, isFirst && attempt === 1),
    );
  }

  async #deliver<Outcome extends DeliveryOutcome>(delivery: Delivery<Outcome>): Promise<Outcome> {
    const { websiteId, key, expiresAtMs } = delivery;
    const batch = batchIdOf(`${websiteId} ${key} ${this.#now()} ${Math.random()}`);
    const own = { websiteId, key, batch, outcome: JSON.stringify(delivery.outcome), expiresAtMs };
    const record = await findOrAdd(
      () => this.#table.find(websiteId, key),
      (attempt) => this.#table.add(own, attempt),
    );
    const outcome = JSON.parse(record.outcome) as Outcome;
    if (outcome.digest !== undefined && outcome.digest !== delivery.outcome.digest) {
      throw new KeyReused(`the key ${key} belongs to another delivery`);
    }
    // The call that wrote the idempotency record inserts first. Any other call may follow an
    // attempt that was cut off, so it must insert again.
    const isFirst = record.batch === batch;
    await insertParts(this.#events, { batch: record.batch, outcome }, delivery.parts, isFirst);
    return outcome;
  }
}

/** Repeats an attempt that other processes get in the way of. */
async function amongOthers<T>(deliver: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deliver(attempt);
    } catch (error) {
      if (!(error instanceof BatchContended) || attempt === attemptsMax) throw error;
      await delay(Math.random() * pauseMsMax * attempt);
    }
  }
}

/** Inserts the batches that the outcome names. Resolves when they are durable. */
async function insertParts(
  events: DeliveryStore,
  { batch, outcome }: { readonly batch: string; readonly outcome: DeliveryOutcome },
  parts: readonly RecordPart[],
  isFirst: boolean,
): Promise<void> {
  for (const part of parts) {
    const { table, month, rows } = part;
    if (!outcome.batches.some((each) => each.table === table && each.month === month)) continue;
    const id = batchIdIn({ batch }, part);
    if (isFirst) await events.insert({ id, table, month, rows });
    else await events.insertAgain({ id, table, month, rows });
  }
}

/** Returns the batches of an idempotency record with their ids. */
export function batchesOf(
  record: Pick<IdempotencyRecord, "batch" | "outcome">,
): (BatchKey & { readonly id: string })[] {
  const { batches } = JSON.parse(record.outcome) as DeliveryOutcome;
  return batches.map((batch) => ({ ...batch, id: batchIdIn(record, batch) }));
}

/** Returns the ids of the batches of a month's rows, out of an idempotency record. */
export function batchesOfMonth(
  record: Pick<IdempotencyRecord, "batch" | "outcome">,
  table: Table,
  month: number,
): string[] {
  return batchesOf(record)
    .filter((batch) => batch.table === table && batch.month === month)
    .map(({ id }) => id);
}

function batchIdIn(
  { batch }: Pick<IdempotencyRecord, "batch">,
  { table, month }: BatchKey,
): string {
  return batchIdOf(`${batch} ${table} ${month}`);
}
