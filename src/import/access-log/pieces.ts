import { createHash } from "node:crypto";

import { pieceLinesMax } from "../../model/followed-log.ts";
import type { Lines } from "./lines.ts";
import type { LineBlock } from "./log-file.ts";

/** A piece ends with the line that fills it: most are far smaller, but lines may have 64 KiB. */
const pieceBytesMax = 128 * 1024 ** 2;

/** A run of lines of a log, identified by digests of what precedes it and of its own lines. */
export interface Piece {
  /** The lines, in several runs. */
  readonly runs: readonly Lines[];
  /** The number of lines. */
  readonly length: number;
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
  let last: Lines | undefined;
  let piece: OpenPiece | undefined;
  let bytesRead = 0;
  for await (const block of blocks) {
    bytesRead = block.bytesRead;
    const { lines } = block;
    if (lines.length === 0) continue;
    piece ??= new OpenPiece(digest(lines.text(0)), earlierEnds);
    for (let rest of [...(last === undefined ? [] : [last]), lines.slice(0, lines.length - 1)]) {
      while (rest.length > 0) {
        rest = piece.take(rest);
        if (!piece.isWhole) continue;
        const whole: Piece = piece.close(bytesRead);
        yield whole;
        piece = new OpenPiece(whole.end, earlierEnds);
      }
    }
    last = lines.slice(lines.length - 1);
  }
  if (piece === undefined || last === undefined) return;
  // A piece that was followed may end with the last line.
  if (piece.length > 0 && !piece.endsWith(last)) {
    const whole = piece.close(bytesRead);
    yield whole;
    piece = new OpenPiece(whole.end, earlierEnds);
  }
  piece.take(last);
  yield piece.close(bytesRead);
}

/** A piece whose end has not been found. */
class OpenPiece {
  /** Number of lines so far. */
  length = 0;
  #bytes = 0;
  readonly #before: string;
  readonly #runs: Lines[] = [];
  readonly #hash: ReturnType<typeof createHash>;
  readonly #earlierEnds: ReadonlyMap<number, ReadonlySet<string>>;
  /** Numbers of lines at which the piece may end, in their order. */
  readonly #lengths: readonly number[];

  constructor(before: string, earlierEnds: EarlierEnds) {
    this.#before = before;
    this.#hash = createHash("sha256").update(`${before}\n`);
    this.#earlierEnds = earlierEnds(before) ?? new Map();
    this.#lengths = [...this.#earlierEnds.keys(), pieceLinesMax].sort((a, b) => a - b);
  }

  /** Adds lines up to the next place where the piece may end. Returns those that are left. */
  take(lines: Lines): Lines {
    const next = this.#lengths.find((length) => length > this.length) ?? pieceLinesMax;
    const filling = lines.countTo(pieceBytesMax - this.#bytes);
    const taken = lines.slice(0, Math.min(next - this.length, filling));
    const { bytes } = taken;
    this.#runs.push(taken);
    this.#hash.update(bytes);
    this.length += taken.length;
    this.#bytes += bytes.length;
    return lines.slice(taken.length);
  }

  get isWhole(): boolean {
    if (this.length === pieceLinesMax || this.#bytes >= pieceBytesMax) return true;
    return this.#earlierEnds.get(this.length)?.has(this.#digest()) === true;
  }

  /** Returns whether an earlier piece ended with these lines behind those that there are. */
  endsWith({ length, bytes }: Lines): boolean {
    const end = this.#hash.copy().update(bytes).digest("hex");
    return this.#earlierEnds.get(this.length + length)?.has(end) === true;
  }

  close(bytesRead: number): Piece {
    const { length } = this;
    return { runs: this.#runs, length, before: this.#before, end: this.#digest(), bytesRead };
  }

  /** Returns the digest of what precedes the piece and of its lines so far. */
  #digest(): string {
    return this.#hash.copy().digest("hex");
  }
}

/** Returns the digest of a text, in hexadecimal digits. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
