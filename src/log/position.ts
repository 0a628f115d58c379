/** A position in a log: the number of a log file, and an offset in bytes within it. */
export interface Position {
  readonly logFile: number;
  readonly offset: number;
}

export const logStart: Position = { logFile: 1, offset: 0 };

export function isBefore(a: Position, b: Position): boolean {
  return a.logFile < b.logFile || (a.logFile === b.logFile && a.offset < b.offset);
}

/** Returns the log file's file name. Its ten digits make names sort as numbers do. */
export function logFileName(logFile: number): string {
  return `${String(logFile).padStart(10, "0")}.seg`;
}

/** Returns undefined if the name is not a log file's. */
export function logFileNumber(name: string): number | undefined {
  const match = /^(\d{10})\.seg$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}
