import type { PieceOutcome } from "../access-log/known-pieces.ts";

/** The newest lines of a piece, which may not all be inserted. */
export interface FollowedPart {
  /** Nothing is inserted of an intended part. */
  readonly state: "intended" | "certain";
  readonly bytes: number;
  /** The digest at its end, of the piece as a whole. */
  readonly end: string;
  readonly batch: string;
  /** Its outcome as a piece of its own, which begins where the lines before it end. */
  readonly outcome: PieceOutcome;
}

/** A piece of a followed log, which grows; schema/0020-followed-logs.sql says what a row is. */
export interface FollowedPiece {
  readonly websiteId: number;
  readonly before: string;
  readonly slot: number;
  /** 0 for a piece that is not stored yet. */
  readonly version: number;
  readonly holder: string;
  readonly lines: number;
  readonly bytes: number;
  readonly end: string;
  readonly part: FollowedPart | undefined;
}

/** A piece, and how long ago its newest row was written. */
export type StoredFollowedPiece = FollowedPiece & { readonly ageMs: number };

/** A table of the pieces of followed logs. */
export interface FollowedTable {
  /** Resolves with the pieces that begin at `before`, or with all of a website. */
  list(websiteId: number, before?: string): Promise<StoredFollowedPiece[]>;
  /**
   * Stores the piece under the version after that which it has. Resolves with it, or with undefined
   * if another writer was faster.
   */
  write(piece: FollowedPiece): Promise<FollowedPiece | undefined>;
}

/** A follower that has been silent for this long is gone. */
export const holderGoneAfterMs = 10_000;

export function isHeldByOther(piece: StoredFollowedPiece, follower: string): boolean {
  return piece.holder !== "" && piece.holder !== follower && piece.ageMs < holderGoneAfterMs;
}

/** Returns the piece with its part among the lines that are counted for sure. */
export function settled<Piece extends FollowedPiece>(piece: Piece): Piece {
  const { part, lines, bytes } = piece;
  if (part?.state !== "certain") return { ...piece, part: undefined };
  return {
    ...piece,
    lines: lines + part.outcome.lines,
    bytes: bytes + part.bytes,
    end: part.end,
    part: undefined,
  };
}
