import type { PieceOutcome } from "./known-pieces.ts";

/** Lines by their outcome. `linesRead` is the sum of all the others. */
export interface ImportCounts {
  linesRead: number;
  imported: number;
  /** Lines that an earlier import counted. */
  alreadyImported: number;
  /** Lines that are no requests of visitors, such as directives and other programs' lines. */
  comments: number;
  unreadable: number;
  /** Lines by the reason why they were dropped. */
  dropped: Record<string, number>;
}

export function noCounts(): ImportCounts {
  return {
    linesRead: 0,
    imported: 0,
    alreadyImported: 0,
    comments: 0,
    unreadable: 0,
    dropped: {},
  };
}

/** Adds the lines of a piece that the import stored. */
export function countPiece(counts: ImportCounts, outcome: PieceOutcome): void {
  counts.linesRead += outcome.lines;
  counts.imported += outcome.imported;
  counts.comments += outcome.comments ?? 0;
  counts.unreadable += outcome.unreadable;
  for (const [reason, lines] of Object.entries(outcome.dropped)) {
    addLines(counts.dropped, reason, lines);
  }
}

/** Adds the lines of a piece that an earlier import stored. */
export function countKnownPiece(counts: ImportCounts, { lines, comments = 0 }: PieceOutcome): void {
  counts.linesRead += lines;
  counts.comments += comments;
  counts.alreadyImported += lines - comments;
}

export function addLines(counts: Record<string, number>, reason: string, lines: number): void {
  counts[reason] = (counts[reason] ?? 0) + lines;
}
