import { randomUUID } from "node:crypto";

import {
  type BatchKey,
  batchesOf,
  type IdempotencyRecord,
  type IdempotencyRecords,
  type IdempotencyTable,
} from "../../collect/idempotency.ts";
import type { ImportName } from "../../rollups/totals.ts";
import type { Piece } from "./pieces.ts";

/** Counts the lines of a piece by their outcome. Its idempotency record holds this as JSON. */
export interface PieceOutcome {
  readonly lines: number;
  readonly end: string;
  readonly batches: readonly BatchKey[];
  readonly imported: number;
  readonly unreadable: number;
  /** Reads among the lines, whatever else these are. Records of earlier releases have none. */
  readonly reads?: number;
  /** Records of earlier releases have none. */
  readonly comments?: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** The import that stored the piece, if it had an id. */
  readonly importId?: string | undefined;
}

/** Idempotency records of these keys are pieces of logs. */
export const keyPrefix = "log:";
/** Records of these keys say where pieces ended that an undo has removed. */
export const removedPrefix = "removed-log:";
/** Idempotency records of files do not expire, because the same file may come again years later. */
export const neverMs = Date.UTC(2100, 0, 1);

/** Lists the idempotency records of all pieces of a website. */
function listRecords(
  records: Pick<IdempotencyRecords, "list">,
  websiteId: number,
): Promise<IdempotencyRecord[]> {
  return records.list(websiteId, keyPrefix);
}

/** The pieces of a website that imports have stored, or have begun to store. */
export class KnownPieces {
  /** Ends of the pieces: `before` → number of lines → digests at their ends. */
  readonly #ends = new Map<string, Map<number, Set<string>>>();
  readonly #outcomes = new Map<string, PieceOutcome>();
  /** Name of a piece → the id of the last undone import that had stored it. */
  readonly #removedBy = new Map<string, number>();

  static async open(
    records: Pick<IdempotencyRecords, "list">,
    websiteId: number,
  ): Promise<KnownPieces> {
    const pieces = new KnownPieces();
    for (const { key, outcome } of await records.list(websiteId, removedPrefix)) {
      pieces.#addRemoved(key, JSON.parse(outcome) as RemovedPiece);
    }
    for (const { key, outcome } of await listRecords(records, websiteId)) {
      pieces.add(key, JSON.parse(outcome) as PieceOutcome);
    }
    return pieces;
  }

  /** Returns where pieces ended that began after `before`. */
  endsAfter(before: string): ReadonlyMap<number, ReadonlySet<string>> | undefined {
    return this.#ends.get(before);
  }

  /**
   * Returns the idempotency key of a piece. It is a new one after an undo, as the store takes a key
   * only once a day.
   */
  keyOf({ before, end }: Pick<Piece, "before" | "end">): string {
    const name = `${before}:${end}`;
    const removedBy = this.#removedBy.get(name);
    return `${keyPrefix}${name}${removedBy === undefined ? "" : `:${removedBy}`}`;
  }

  outcomeOf(key: string): PieceOutcome | undefined {
    return this.#outcomes.get(key);
  }

  /** Returns the pieces that the import has stored, by their keys. */
  ofImport(importId: string): Map<string, PieceOutcome> {
    return new Map([...this.#outcomes].filter(([, outcome]) => outcome.importId === importId));
  }

  add(key: string, outcome: PieceOutcome): void {
    this.#addEnd(partsOf(key).before, outcome);
    this.#outcomes.set(key, outcome);
  }

  #addRemoved(key: string, piece: RemovedPiece): void {
    const { before, end, importId } = partsOf(key);
    this.#addEnd(before, piece);
    const name = `${before}:${end}`;
    this.#removedBy.set(name, Math.max(importId, this.#removedBy.get(name) ?? 0));
  }

  #addEnd(before: string, { lines, end }: Pick<PieceOutcome, "lines" | "end">): void {
    const ends = this.#ends.get(before) ?? new Map<number, Set<string>>();
    const digests = ends.get(lines) ?? new Set<string>();
    this.#ends.set(before, ends.set(lines, digests.add(end)));
  }
}

/** Returns the parts of a key; `importId` is 0 if there is none. */
function partsOf(key: string): { before: string; end: string; importId: number } {
  const [, before = "", end = "", importId = "0"] = key.split(":");
  return { before, end, importId: Number(importId) };
}

/** The end of a piece whose rows are gone. */
type RemovedPiece = Pick<PieceOutcome, "lines" | "end" | "batches">;

/** A piece that an import stored: its idempotency key, and the batches that hold its rows. */
export interface StoredPiece {
  readonly key: string;
  readonly lines: number;
  readonly batches: readonly (BatchKey & { readonly id: string })[];
}

/**
 * Resolves with the pieces that the import stored, or was about to store when it ended. Whoever
 * removes their rows must remove their idempotency records as well, or the same lines can never be
 * imported again.
 */
export async function piecesOfImport(
  records: Pick<IdempotencyRecords, "list">,
  websiteId: number,
  importId: string,
): Promise<StoredPiece[]> {
  return (await listRecords(records, websiteId)).flatMap((record) => {
    const outcome = JSON.parse(record.outcome) as PieceOutcome;
    if (outcome.importId !== importId) return [];
    return [{ key: record.key, lines: outcome.lines, batches: batchesOf(record) }];
  });
}

/**
 * Remembers where pieces end that are about to be removed. Without that, later imports could not
 * find the pieces behind them, which others have stored, and would count these again.
 */
export async function rememberRemoved(
  table: Pick<IdempotencyTable, "add">,
  { websiteId, importId }: ImportName,
  pieces: readonly StoredPiece[],
): Promise<void> {
  for (const { key, lines } of pieces) {
    const { before, end } = partsOf(key);
    const removed: RemovedPiece = { lines, end, batches: [] };
    await table.add({
      websiteId,
      key: `${removedPrefix}${before}:${end}:${importId}`,
      batch: randomUUID(),
      outcome: JSON.stringify(removed),
      expiresAtMs: neverMs,
    });
  }
}
