import type { ImportRows } from "../../definitions/import.ts";
import type { PieceOutcome } from "./known-pieces.ts";

/** Lines by their outcome. `linesRead` is the sum of all the others but `reads`. */
export interface ImportCounts {
  linesRead: number;
  imported: number;
  /** Lines that an earlier import counted. */
  alreadyImported: number;
  /** Lines that are no requests of visitors: blank ones, directives, other programs' lines. */
  comments: number;
  unreadable: number;
  /** Reads of programs among the lines that are not imported. */
  reads: number;
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
    reads: 0,
    dropped: {},
  };
}

/** Returns the lines of pieces that an import stored. */
export function countsOf(pieces: Iterable<PieceOutcome>): ImportCounts {
  const counts = noCounts();
  for (const piece of pieces) addOutcome(counts, piece);
  return counts;
}

/**
 * Counts the lines of a run, and those of its import. An import may have several runs: one that was
 * cut off goes on, and a command reads the same log again. Each piece that the import has stored is
 * among its lines once, whichever run stored it.
 */
export class ImportTally {
  readonly ofRun = noCounts();
  readonly ofImport: ImportCounts;
  /** Keys of the import's pieces that this run has not come to. */
  readonly #unread: Set<string>;
  readonly #importId: string | undefined;

  /** `stored` are the pieces that earlier runs of the import have stored, by their keys. */
  constructor(importId: string | undefined, stored: ReadonlyMap<string, PieceOutcome>) {
    this.#importId = importId;
    this.ofImport = countsOf(stored.values());
    this.#unread = new Set(stored.keys());
  }

  /** Counts a piece that was stored before, by this import or by another one. */
  addKnown(key: string, piece: PieceOutcome): void {
    countKnownPiece(this.ofRun, piece);
    if (!this.#unread.delete(key)) countKnownPiece(this.ofImport, piece);
  }

  /** Counts a piece that this run has stored. Its record may be that of a run that was cut off. */
  addStored(key: string, piece: PieceOutcome): void {
    addOutcome(this.ofRun, piece);
    if (this.#unread.delete(key)) return;
    const isOwn = piece.importId === this.#importId;
    (isOwn ? addOutcome : countKnownPiece)(this.ofImport, piece);
  }
}

/** Adds the lines of a piece that the import stored. */
export function addOutcome(counts: ImportCounts, outcome: PieceOutcome): void {
  counts.linesRead += outcome.lines;
  counts.imported += outcome.imported;
  counts.comments += outcome.comments ?? 0;
  counts.unreadable += outcome.unreadable;
  counts.reads += outcome.reads ?? 0;
  for (const [reason, lines] of Object.entries(outcome.dropped)) {
    addLines(counts.dropped, reason, lines);
  }
}

/** Adds the lines of a piece that was stored before. */
function countKnownPiece(counts: ImportCounts, { lines, comments = 0 }: PieceOutcome): void {
  counts.linesRead += lines;
  counts.comments += comments;
  counts.alreadyImported += lines - comments;
}

export function addLines(counts: Record<string, number>, reason: string, lines: number): void {
  counts[reason] = (counts[reason] ?? 0) + lines;
}

/** Reasons that access logs have beside those of events: the line is no view of a page. */
const sameReasons = new Set(["bot", "ip", "hostname"]);

/** Returns the counts as the record of an import has them. */
export function rowsOf(counts: ImportCounts): ImportRows {
  const { linesRead, imported, alreadyImported, comments, unreadable, dropped } = counts;
  const skipped: Record<string, number> = {};
  const skip = (reason: string, lines: number) => {
    if (lines > 0) addLines(skipped, reason, lines);
  };
  skip("broken", unreadable);
  skip("duplicate", alreadyImported);
  for (const [reason, lines] of Object.entries(dropped)) {
    skip(sameReasons.has(reason) ? reason : "kind", lines);
  }
  return { read: linesRead - comments, imported, skipped };
}
