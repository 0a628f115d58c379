import type { PieceOutcome } from "../access-log/known-pieces.ts";

/** A place in a log at which a piece ended that began at a known place. */
export interface KnownEnd {
  /** The lines from the beginning of the piece. */
  readonly lines: number;
  readonly end: string;
  /**
   * - `counted`: all of its lines count, or an undo has removed them.
   * - `unfinished`: an import began to store the piece. It must be sent as it is.
   * - `growing`: all of its lines count, and more may be added.
   * - `part`: a part behind the lines that count, which must be sent as it is.
   */
  readonly kind: "counted" | "unfinished" | "growing" | "part";
  /** Tells growing pieces apart that begin at the same place. */
  readonly slot: number;
  readonly bytes: number;
  /** The part of a growing piece that must be sent as it is, if it is in the log. */
  readonly part: { readonly lines: number; readonly end: string } | null;
  /** Whether another follower follows the log. */
  readonly is_held: boolean;
}

/** The pieces that begin at a place in a log. */
export interface LogPlace {
  readonly ends: readonly KnownEnd[];
  /** The slot for a new piece that begins here. */
  readonly slot: number;
  /** Whether another follower has taken that slot, and has counted nothing yet. */
  readonly is_held: boolean;
  /** Changes with each change of an import of the website. */
  readonly imports: string;
  /** Whether an import of access logs into the website goes on. */
  readonly is_importing: boolean;
}

/**
 * Lines of a log that come next in a growing piece. Without lines, it says that the follower is
 * there.
 */
export interface LogPart {
  readonly follower: string;
  /** The growing piece. */
  readonly before: string;
  readonly slot: number;
  /** Where the part begins in it: lines, bytes and digest. */
  readonly from: { readonly lines: number; readonly bytes: number; readonly end: string };
  readonly lines: number;
  /** The lines in UTF-8, each with a line feed behind it. */
  readonly text: Buffer;
  /** The digest at the end of the part, of the piece as a whole. */
  readonly end: string;
  /** The digest at the end of the part as a piece of its own. */
  readonly own_end: string;
  readonly format: string;
  /** Directives of earlier lines that hold for these. */
  readonly directives: readonly string[];
  /** The `imports` of the first `LogPlace` since the follower began to look. */
  readonly imports: string;
  /** Whether the part is a piece of an import. */
  readonly is_unfinished: boolean;
  /** Whether the follower leaves the log. */
  readonly is_last: boolean;
}

export type LogPartResult =
  /** The lines are durable. The outcome is that of the part; of one that was sent before, too. */
  | { readonly state: "stored"; readonly outcome: PieceOutcome | null }
  /** Another follower follows the log. */
  | { readonly state: "held" }
  /** An import of access logs into the website goes on. Nothing was counted. */
  | { readonly state: "importing" }
  /** The log has other pieces than the follower knows: it must look again. */
  | { readonly state: "moved" };

/** The logs of a website as they are stored: a follower asks for places and sends lines. */
export interface LogPlaces {
  find(follower: string, before: string): Promise<LogPlace>;
  take(part: LogPart): Promise<LogPartResult>;
}
