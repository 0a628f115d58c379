import {
  type BatchKey,
  batchesOf,
  type IdempotencyRecord,
  type IdempotencyRecords,
} from "../../collect/idempotency.ts";
import type { Piece } from "./pieces.ts";

/** Counts the lines of a piece by their outcome. Its idempotency record holds this as JSON. */
export interface PieceOutcome {
  readonly lines: number;
  readonly end: string;
  readonly batches: readonly BatchKey[];
  readonly imported: number;
  readonly unreadable: number;
  /** Records of earlier releases have none. */
  readonly comments?: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** The import that stored the piece, if it had an id. */
  readonly importId?: string | undefined;
}

const keyPrefix = "log:";

/** Returns the idempotency key of a piece. */
export function keyOf({ before, end }: Pick<Piece, "before" | "end">): string {
  return `${keyPrefix}${before}:${end}`;
}

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

  static async open(records: IdempotencyRecords, websiteId: number): Promise<KnownPieces> {
    const pieces = new KnownPieces();
    for (const { key, outcome } of await listRecords(records, websiteId)) {
      pieces.add(key, JSON.parse(outcome) as PieceOutcome);
    }
    return pieces;
  }

  /** Returns where pieces ended that began after `before`. */
  endsAfter(before: string): ReadonlyMap<number, ReadonlySet<string>> | undefined {
    return this.#ends.get(before);
  }

  outcomeOf(key: string): PieceOutcome | undefined {
    return this.#outcomes.get(key);
  }

  add(key: string, outcome: PieceOutcome): void {
    const before = key.slice(keyPrefix.length, key.lastIndexOf(":"));
    const ends = this.#ends.get(before) ?? new Map<number, Set<string>>();
    const digests = ends.get(outcome.lines) ?? new Set<string>();
    this.#ends.set(before, ends.set(outcome.lines, digests.add(outcome.end)));
    this.#outcomes.set(key, outcome);
  }
}

/** A piece that an import stored: its idempotency key, and the batches that hold its rows. */
export interface StoredPiece {
  readonly key: string;
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
  return (await listRecords(records, websiteId))
    .filter(({ outcome }) => (JSON.parse(outcome) as PieceOutcome).importId === importId)
    .map((record) => ({ key: record.key, batches: batchesOf(record) }));
}
