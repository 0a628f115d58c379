import { createHash, type Hash } from "node:crypto";

import { directivesMax, pieceLinesMax } from "../../model/followed-log.ts";
import type { PieceOutcome } from "../access-log/known-pieces.ts";
import type { Lines } from "../access-log/lines.ts";
import { digest } from "../access-log/pieces.ts";
import type { KnownEnd, LogPart, LogPlaces } from "./log-places.ts";

/**
 * Limits of what is sent at once. A line has up to 64 KiB. Each part costs half a dozen requests to
 * the store one after the other, which a busy machine answers slowly. So parts are as large as a
 * follower's memory allows.
 */
const partLinesMax = 12_500;
const partBytesMax = 3 * 1024 ** 2;
/** A piece ends below the bytes at which an import would end it. */
const pieceBytesMax = 96 * 1024 ** 2;

/** Thrown if the log must be read again from its beginning, for the reason that it says. */
export class LookAgain extends Error {
  readonly reason: "held" | "importing" | "moved";

  constructor(reason: LookAgain["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

export interface ChainOptions {
  readonly places: LogPlaces;
  /** The id of the follower, and the name of the log's format. */
  readonly follower: string;
  readonly format: string;
  /** Called with what became of lines. */
  readonly onStored: (outcome: PieceOutcome) => void;
}

/** A piece that grows, as far as it is stored. */
interface GrowingPiece {
  readonly before: string;
  readonly slot: number;
  readonly hash: Hash;
  readonly from: LogPart["from"];
}

/** An end that may be in the lines, and the piece that has it. */
interface Candidate {
  readonly end: KnownEnd;
  readonly before: string;
  /** The piece of which the end is that of a part. */
  readonly piece: GrowingPiece | undefined;
}

/**
 * Finds the new lines of one file, and has them stored.
 *
 * It is given all lines of the file, from the first one. While it comes to lines that count, it
 * goes from piece to piece, as an import does: one that began here ended there. Where none ends
 * that the file has, the new lines begin. `flush` says that the file has no more for now.
 */
export class LogChain {
  readonly #options: ChainOptions;
  /** The piece to which new lines would be added. */
  #piece: GrowingPiece | undefined;
  /** Whether another follower has that piece, which has no lines yet. */
  #isHeld = false;
  /** The state of imports at the first look; if it changes, the log must be looked at again. */
  #imports: string | undefined;
  /** Lines that are not stored. */
  #waiting: Lines[] = [];
  #waitingLines = 0;
  /** Ends that are looked for, shortest first; undefined once the new lines have begun. */
  #candidates: readonly Candidate[] | undefined = [];
  /** The digest of the waiting lines as a piece of their own, while ends are looked for. */
  #probe = createHash("sha256");
  /** Directives of the lines that count, by their names. */
  readonly #directives = new Map<string, string>();

  constructor(options: ChainOptions) {
    this.#options = options;
  }

  /** Takes the next lines of the file. Throws `LookAgain`. */
  async feed(lines: Lines): Promise<void> {
    if (lines.length === 0) return;
    if (this.#piece === undefined) await this.#begin(digest(lines.text(0)));
    for (let rest = lines; rest.length > 0; ) {
      if (this.#candidates !== undefined) {
        rest = await this.#lookThrough(rest, this.#candidates);
        continue;
      }
      const taken = rest.slice(0, partLinesMax);
      this.#wait(taken);
      rest = rest.slice(taken.length);
      if (this.#isPartFull) await this.#send();
    }
  }

  /** Stores all lines that wait. Throws `LookAgain`. */
  async flush(): Promise<void> {
    if (this.#piece === undefined) return;
    this.#beginNewLines();
    while (this.#waitingLines > 0) {
      await this.#send();
      this.#beginNewLines();
    }
  }

  /** Whether there are lines that are not stored, or may not be. */
  get isWaiting(): boolean {
    return this.#waitingLines > 0;
  }

  /** Whether it knows where new lines go. */
  get isAtEnd(): boolean {
    return this.#piece !== undefined && this.#candidates === undefined;
  }

  /** Says that the follower is there, or that it leaves the log. Throws `LookAgain`. */
  async renew(isLast = false): Promise<void> {
    const piece = this.#piece;
    if (piece === undefined || !this.isAtEnd) return;
    const { end } = piece.from;
    await this.#take(piece, { text: Buffer.alloc(0), lines: 0, end, own_end: end, isLast });
  }

  get #isPartFull(): boolean {
    return this.#waitingLines >= partLinesMax || bytesOf(this.#waiting) >= partBytesMax;
  }

  /** Begins a piece behind what counts. */
  async #begin(before: string): Promise<void> {
    const hash = createHash("sha256").update(`${before}\n`);
    const ends = await this.#find(before);
    this.#piece = {
      before,
      slot: ends.slot,
      hash,
      from: { lines: 0, bytes: 0, end: before },
    };
    this.#isHeld = ends.is_held;
    this.#look(before, ends.candidates);
  }

  /** Goes on with a piece that ends here. */
  async #goOnWith(piece: GrowingPiece, part: KnownEnd | undefined): Promise<void> {
    const { end } = piece.from;
    const { candidates, slot, is_held } = await this.#find(end);
    const own: Candidate[] = part === undefined ? [] : [{ end: part, before: end, piece }];
    this.#look(end, [...own, ...candidates]);
    this.#isHeld = part !== undefined && is_held;
    // If the file does not have the lines of the part, nobody can add others in their place.
    const hash = createHash("sha256").update(`${end}\n`);
    const from = { lines: 0, bytes: 0, end };
    this.#piece = part === undefined ? piece : { before: end, slot, hash, from };
  }

  async #find(before: string) {
    const { places, follower } = this.#options;
    const { ends, slot, is_held, imports } = await places.find(follower, before);
    this.#imports ??= imports;
    if (this.#imports !== imports) throw new LookAgain("moved");
    const candidates = ends.map((end): Candidate => ({ end, before, piece: undefined }));
    return { candidates, slot, is_held };
  }

  #look(end: string, candidates: readonly Candidate[]): void {
    this.#noteDirectives(this.#waiting);
    this.#waiting = [];
    this.#waitingLines = 0;
    this.#probe = createHash("sha256").update(`${end}\n`);
    this.#candidates = [...candidates].sort((a, b) => a.end.lines - b.end.lines);
  }

  /** Looks for the next end in the lines. Returns those behind the place where it could be. */
  async #lookThrough(lines: Lines, candidates: readonly Candidate[]): Promise<Lines> {
    const next = candidates.find(({ end }) => end.lines > this.#waitingLines);
    if (next === undefined) {
      this.#beginNewLines();
      return lines;
    }
    const taken = lines.slice(0, next.end.lines - this.#waitingLines);
    this.#probe.update(taken.bytes);
    this.#wait(taken);
    const { lines: length } = next.end;
    if (this.#waitingLines === length) {
      const text = this.#probe.copy().digest("hex");
      const found = candidates.find(({ end }) => end.lines === length && end.end === text);
      if (found !== undefined) await this.#reach(found);
    }
    return lines.slice(taken.length);
  }

  /** Goes on at the end of a piece, or of a part, that the waiting lines are. */
  async #reach({ end: found, before, piece: whole }: Candidate): Promise<void> {
    const { kind, lines, bytes, end, slot, part } = found;
    if (kind === "counted") {
      await this.#begin(end);
      return;
    }
    if (found.is_held) throw new LookAgain("held");
    if (kind === "growing") {
      const piece = { before, slot, hash: this.#probe.copy(), from: { lines, bytes, end } };
      await this.#goOnWith(piece, part === null ? undefined : { ...found, ...part, kind: "part" });
      return;
    }
    const hash = createHash("sha256").update(`${before}\n`);
    const from = { lines: 0, bytes: 0, end: before };
    const piece = whole ?? { before, slot, hash, from };
    const sent = await this.#sendLines(piece, this.#waiting, kind === "unfinished");
    if (kind === "unfinished") await this.#begin(end);
    else await this.#goOnWith(sent, undefined);
  }

  /** Says that the waiting lines are new. */
  #beginNewLines(): void {
    if (this.#candidates === undefined) return;
    if (this.#isHeld) throw new LookAgain("held");
    this.#candidates = undefined;
  }

  #wait(lines: Lines): void {
    this.#waiting.push(lines);
    this.#waitingLines += lines.length;
  }

  /** Notes the directives of lines that count by now. */
  #noteDirectives(runs: readonly Lines[]): void {
    if (this.#options.format !== "w3c") return;
    for (const run of runs) {
      for (const line of run) {
        if (!line.startsWith("#") || this.#directives.size >= directivesMax) continue;
        this.#directives.set(line.split(":", 1)[0] ?? "", line);
      }
    }
  }

  /** Stores the lines that wait, or as many as fit into a part. */
  async #send(): Promise<void> {
    const piece = this.#piece;
    if (piece === undefined) return;
    const runs = this.#takeRuns();
    const lines = countOf(runs);
    const { from } = piece;
    const isFull = from.lines + lines > pieceLinesMax || from.bytes + bytesOf(runs) > pieceBytesMax;
    if (!isFull) {
      this.#piece = await this.#sendLines(piece, runs, false);
      return;
    }
    const waiting = [...runs, ...this.#waiting];
    this.#waiting = [];
    // Its last part must be settled, as the next piece begins at the end of the whole.
    await this.renew(true);
    await this.#begin(from.end);
    for (const each of waiting) await this.feed(each);
  }

  /** Takes runs of waiting lines for one part. */
  #takeRuns(): Lines[] {
    const runs: Lines[] = [];
    let [lines, bytes] = [0, 0];
    while (this.#waiting.length > 0 && lines < partLinesMax && bytes < partBytesMax) {
      const [run] = this.#waiting.splice(0, 1);
      if (run === undefined) break;
      const fitting = Math.min(
        partLinesMax - lines,
        Math.max(1, run.countTo(partBytesMax - bytes)),
      );
      const taken = run.slice(0, fitting);
      runs.push(taken);
      lines += taken.length;
      bytes += taken.bytes.length;
      if (taken.length < run.length) this.#waiting.unshift(run.slice(taken.length));
    }
    this.#waitingLines -= lines;
    return runs;
  }

  /** Resolves with the piece when the lines are stored behind it. */
  async #sendLines(
    piece: GrowingPiece,
    runs: readonly Lines[],
    isUnfinished: boolean,
  ): Promise<GrowingPiece> {
    const text = Buffer.concat(runs.map(({ bytes }) => bytes));
    const lines = countOf(runs);
    const { from } = piece;
    const hash = piece.hash.copy().update(text);
    const end = hash.copy().digest("hex");
    const ownEnd = createHash("sha256").update(`${from.end}\n`).update(text).digest("hex");
    const part = { text, lines, end, own_end: ownEnd, isLast: false, isUnfinished };
    const outcome = await this.#take(piece, part);
    this.#noteDirectives(runs);
    if (outcome !== null) this.#options.onStored(outcome);
    const bytes = from.bytes + text.length;
    return { ...piece, hash, from: { lines: from.lines + lines, bytes, end } };
  }

  async #take(
    { before, slot, from }: GrowingPiece,
    {
      isLast,
      isUnfinished = false,
      ...part
    }: Pick<LogPart, "text" | "lines" | "end" | "own_end"> & {
      readonly isLast: boolean;
      readonly isUnfinished?: boolean;
    },
  ): Promise<PieceOutcome | null> {
    const { places, follower, format } = this.#options;
    const result = await places.take({
      ...part,
      follower,
      before,
      slot,
      from,
      format,
      imports: this.#imports ?? "",
      directives: [...this.#directives.values()],
      is_unfinished: isUnfinished,
      is_last: isLast,
    });
    if (result.state === "stored") return result.outcome;
    throw new LookAgain(result.state);
  }
}

function bytesOf(runs: readonly Lines[]): number {
  return runs.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function countOf(runs: readonly Lines[]): number {
  return runs.reduce((sum, { length }) => sum + length, 0);
}
