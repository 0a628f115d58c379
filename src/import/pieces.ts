import { createHash } from "node:crypto";

import type { LineBlock } from "./log-file.ts";

/** Lines that are imported as one: large enough for a good insert, small enough to hold in memory. */
const pieceLinesMax = 50_000;

/** A run of lines of a log, known by what stands before it and by what it holds. */
export interface Piece {
  readonly lines: readonly string[];
  /** Digest of everything in the file before the piece; for the first piece, of the file's first line. */
  readonly before: string;
  /** Digest of everything up to the piece's end. */
  readonly end: string;
  /** Bytes of the file read so far. */
  readonly bytesRead: number;
}

/** Where earlier imports ended pieces that began after `before`: number of lines → digests at their ends. */
export type KnownEnds = (before: string) => ReadonlyMap<number, ReadonlySet<string>> | undefined;

/**
 * Cuts a log into pieces, at the same places as earlier imports of the same log did, so that a piece
 * that was imported is recognised by its digests: in a file read again, in one that has grown since,
 * and in one that was rotated to another name or compressed.
 *
 * A file's last line is a piece of its own: a log that is still being written may end in half a line,
 * and the rest must not be taken for known or new because of it.
 */
export async function* cutPieces(
  blocks: AsyncIterable<LineBlock>,
  knownEnds: KnownEnds,
): AsyncGenerator<Piece> {
  let held: string | undefined;
  let piece: OpenPiece | undefined;
  let bytesRead = 0;
  for await (const block of blocks) {
    bytesRead = block.bytesRead;
    for (const line of block.lines) {
      if (held !== undefined) {
        piece ??= openPiece(digest(held), knownEnds);
        const closed = addLine(piece, held, bytesRead);
        if (closed !== undefined) {
          yield closed;
          piece = openPiece(closed.end, knownEnds);
        }
      }
      held = line;
    }
  }
  if (held === undefined) return;
  piece ??= openPiece(digest(held), knownEnds);
  if (piece.lines.length > 0) {
    const closed = closePiece(piece, bytesRead);
    yield closed;
    piece = openPiece(closed.end, knownEnds);
  }
  piece.lines.push(held);
  yield closePiece(piece, bytesRead);
}

interface OpenPiece {
  readonly before: string;
  readonly lines: string[];
  readonly hash: ReturnType<typeof createHash>;
  /** Lines that are in the hash already: they go there in runs, as a call for each would cost more. */
  hashedLines: number;
  readonly ends: ReturnType<KnownEnds>;
}

function openPiece(before: string, knownEnds: KnownEnds): OpenPiece {
  return {
    before,
    lines: [],
    hash: createHash("sha256").update(`${before}\n`),
    hashedLines: 0,
    ends: knownEnds(before),
  };
}

/** The piece, when it ends with this line. */
function addLine(piece: OpenPiece, line: string, bytesRead: number): Piece | undefined {
  piece.lines.push(line);
  const isKnownEnd = piece.ends?.get(piece.lines.length)?.has(digestOf(piece)) === true;
  return isKnownEnd || piece.lines.length === pieceLinesMax
    ? closePiece(piece, bytesRead)
    : undefined;
}

function closePiece(piece: OpenPiece, bytesRead: number): Piece {
  return { before: piece.before, lines: piece.lines, end: digestOf(piece), bytesRead };
}

/** The digest of what stands before the piece and of its lines so far. */
function digestOf(piece: OpenPiece): string {
  const { lines, hashedLines, hash } = piece;
  if (lines.length > hashedLines) hash.update(`${lines.slice(hashedLines).join("\n")}\n`);
  piece.hashedLines = lines.length;
  return hash.copy().digest("hex");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
