import type { FileProblem } from "../../model/import-problems.ts";

/** The fields of a line that an import needs. Absent values (`-`) are "". */
export interface LogLine {
  /** Milliseconds since 1970 in UTC. */
  readonly timeMs: number;
  /** The client as logged: an IP address, or a host name if the server logs names. */
  readonly ip: string;
  /** "" for a request that is not HTTP: an aborted connection (`-`), a TLS handshake. */
  readonly method: string;
  /**
   * Path and query as requested, or an absolute URL as clients of proxies send it. It is "" where
   * `method` is.
   */
  readonly target: string;
  readonly status: number;
  /** Undefined if the line has no place for it, or does not say that there was none. */
  readonly referrer: string | undefined;
  /** Undefined as for `referrer`. */
  readonly userAgent: string | undefined;
  /** The host that the client asked for, perhaps with a port. Undefined if the log has none. */
  readonly host?: string | undefined;
  /** The type of the answer. Undefined if the log has none. */
  readonly contentType?: string | undefined;
}

/**
 * Reads the lines of one file in their order. Returns "comment" for a line that is no request of a
 * visitor, and undefined for a line that cannot be read.
 */
export type LogReader = (line: string) => LogLine | "comment" | undefined;

/** A format of access logs. */
export interface LogFormat {
  readonly name: string;
  /** Returns whether the line shows that its log has this format. */
  detects(line: string): boolean;
  createReader(): LogReader;
  /**
   * Returns what the first lines of a log lack that no import can do without, and how to log it.
   * Only needed where a missing user agent is not all that may be wrong.
   */
  findProblem?(firstLines: readonly string[]): FileProblem | undefined;
  /** Says that a log has no user agents, and how to log them. */
  readonly withoutAgents: FileProblem;
  /** How to log referrers, or why there are none. */
  readonly referrersHint: string;
}
