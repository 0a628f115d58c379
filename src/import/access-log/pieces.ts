import { createHash } from "node:crypto";

import type { LineBlock } from "./log-file.ts";

/** Limit of lines in a piece: large enough for a good insert, small enough to hold in memory. */
const pieceLinesMax = 50_000;
/** Lines that are hashed at a time. Texts of many more leave the processor's caches. */
const hashedLinesMax = 50;

/** A run of lines of a log, identified by digests of what precedes it and of its own lines. */
export interface Piece {
  readonly lines: readonly string[];
  /**
   * Digest of everything in the file before the piece. For the first piece it is the digest of the
   * file's first line.
   */
  readonly before: string;
  /** Digest of everything up to the piece's end. */
  readonly end: string;
  /** Bytes of the file read so far. */
  readonly bytesRead: number;
}

/**
 * Returns where earlier imports ended pieces that began after `before`: number of lines → digests
 * at the ends.
 */
export type EarlierEnds = (before: string) => ReadonlyMap<number, ReadonlySet<string>> | undefined;

/**
 * Cuts a log into pieces, at the same places as earlier imports of the same log. The digests then
 * identify a piece that was imported. The file may be the same, have grown, or have been rotated to
 * another name or compressed.
 *
 * A file's last line is a piece of its own, because a log that a server still writes may end in
 * half a line. The lines before it must not count as imported or as new because of that half.
 */
export async function* cutPieces(
  blocks: AsyncIterable<LineBlock>,
  earlierEnds: EarlierEnds,
): AsyncGenerator<Piece> {
  let pendingLine: string | undefined;
  let piece: OpenPiece | undefined;
  let bytesRead = 0;
  for await (const block of blocks) {
    bytesRead = block.bytesRead;
    for (const line of block.lines) {
      if (pendingLine !== undefined) {
        piece ??= openPiece(digest(pendingLine), earlierEnds);
        const closed = addLine(piece, pendingLine, bytesRead);
        if (closed !== undefined) {
          yield closed;
          piece = openPiece(closed.end, earlierEnds);
        }
      }
      pendingLine = line;
    }
  }
  if (pendingLine === undefined) return;
  piece ??= openPiece(digest(pendingLine), earlierEnds);
  if (piece.lines.length > 0) {
    const closed = closePiece(piece, bytesRead);
    yield closed;
    piece = openPiece(closed.end, earlierEnds);
  }
  piece.lines.push(pendingLine);
  yield closePiece(piece, bytesRead);
}

interface OpenPiece {
  readonly before: string;
  readonly lines: string[];
  readonly hash: ReturnType<typeof createHash>;
  /** Lines that the hash has already. */
  hashedLines: number;
  readonly ends: ReturnType<EarlierEnds>;
}

function openPiece(before: string, earlierEnds: EarlierEnds): OpenPiece {
  return {
    before,
    lines: [],
    hash: createHash("sha256").update(`${before}\n`),
    hashedLines: 0,
    ends: earlierEnds(before),
  };
}

/** Adds a line. Returns the piece if it ends with this line. */
function addLine(piece: OpenPiece, line: string, bytesRead: number): Piece | undefined {
  piece.lines.push(line);
  if (piece.lines.length - piece.hashedLines >= hashedLinesMax) hashLines(piece);
  const isEarlierEnd = piece.ends?.get(piece.lines.length)?.has(digestOf(piece)) === true;
  return isEarlierEnd || piece.lines.length === pieceLinesMax
    ? closePiece(piece, bytesRead)
    : undefined;
}

function closePiece(piece: OpenPiece, bytesRead: number): Piece {
  return { before: piece.before, lines: piece.lines, end: digestOf(piece), bytesRead };
}

/** Returns the digest of what precedes the piece and of its lines so far. */
function digestOf(piece: OpenPiece): string {
  hashLines(piece);
  return piece.hash.copy().digest("hex");
}

function hashLines(piece: OpenPiece): void {
  const { lines, hashedLines, hash } = piece;
  if (lines.length > hashedLines) hash.update(`${lines.slice(hashedLines).join("\n")}\n`);
  piece.hashedLines = lines.length;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
