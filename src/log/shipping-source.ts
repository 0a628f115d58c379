import { type Table, tables } from "./record.ts";

/** The numbers of whatever ships logs. */
export interface ShippingSource {
  /** Counts since the start. */
  readonly counts: ShippingCounts;
  /** Returns how much the store has not confirmed. */
  backlog(): Promise<Backlog>;
}

export interface ShippingCounts {
  /** Batches that the store confirmed. */
  readonly batches: Readonly<Record<Table, number>>;
  /** Rows of those batches. */
  readonly rows: Readonly<Record<Table, number>>;
  /** Attempts that followed one that failed. */
  readonly retries: number;
  /** Quarantined batches. */
  readonly rejected: number;
  /** Quarantined places of logs, and quarantined logs. */
  readonly damages: number;
}

export interface Backlog {
  readonly bytes: number;
  /** When the oldest record was written, in milliseconds since the epoch; undefined without one. */
  readonly oldestMs: number | undefined;
}

export function sumOfCounts(all: readonly ShippingCounts[]): ShippingCounts {
  const sum = (count: (counts: ShippingCounts) => number) =>
    all.reduce((total, counts) => total + count(counts), 0);
  return {
    batches: byTable((table) => sum((c) => c.batches[table])),
    rows: byTable((table) => sum((c) => c.rows[table])),
    retries: sum((c) => c.retries),
    rejected: sum((c) => c.rejected),
    damages: sum((c) => c.damages),
  };
}

/** Returns a number for each table. */
function byTable(numberOf: (table: Table) => number): Record<Table, number> {
  const entries = tables.map((table) => [table, numberOf(table)] as const);
  return Object.fromEntries(entries) as Record<Table, number>;
}

export function noneOfAny(): Record<Table, number> {
  return byTable(() => 0);
}

export const noBacklog: Backlog = { bytes: 0, oldestMs: undefined };

export function addBacklogs(backlogs: readonly Backlog[]): Backlog {
  let { bytes, oldestMs } = noBacklog;
  for (const backlog of backlogs) {
    bytes += backlog.bytes;
    const { oldestMs: recordMs } = backlog;
    if (recordMs !== undefined) oldestMs = Math.min(oldestMs ?? recordMs, recordMs);
  }
  return { bytes, oldestMs };
}
