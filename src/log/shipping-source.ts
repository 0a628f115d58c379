import type { Table } from "./record.ts";

/** What ships logs, as far as its numbers go. */
export interface ShippingSource {
  /** Since the start. */
  readonly counts: ShippingCounts;
  /** What the store has not confirmed. */
  backlog(): Promise<Backlog>;
}

export interface ShippingCounts {
  /** That the store confirmed. */
  readonly batches: Readonly<Record<Table, number>>;
  readonly rows: Readonly<Record<Table, number>>;
  /** Attempts that followed one that failed. */
  readonly retries: number;
  /** Batches that were set aside. */
  readonly rejected: number;
  /** Places of logs, and whole logs, that were set aside. */
  readonly damages: number;
}

export interface Backlog {
  readonly bytes: number;
  /** When the oldest record was written; undefined when there is none. */
  readonly oldestMs: number | undefined;
}

export function sumOfCounts(all: readonly ShippingCounts[]): ShippingCounts {
  const sum = (count: (counts: ShippingCounts) => number) =>
    all.reduce((total, counts) => total + count(counts), 0);
  return {
    batches: { events: sum((c) => c.batches.events), drops: sum((c) => c.batches.drops) },
    rows: { events: sum((c) => c.rows.events), drops: sum((c) => c.rows.drops) },
    retries: sum((c) => c.retries),
    rejected: sum((c) => c.rejected),
    damages: sum((c) => c.damages),
  };
}

export async function sumOfBacklogs(
  sources: readonly Pick<ShippingSource, "backlog">[],
): Promise<Backlog> {
  let bytes = 0;
  let oldestMs: number | undefined;
  for (const source of sources) {
    const backlog = await source.backlog();
    bytes += backlog.bytes;
    const { oldestMs: since } = backlog;
    if (since !== undefined) oldestMs = Math.min(oldestMs ?? since, since);
  }
  return { bytes, oldestMs };
}
