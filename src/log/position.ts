/** A place in a log: the number of a segment, and an offset in bytes within it. */
export interface Position {
  readonly segment: number;
  readonly offset: number;
}

export const logStart: Position = { segment: 1, offset: 0 };

export function isBefore(a: Position, b: Position): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset);
}

/** Returns the segment's file name. Its ten digits make names sort as numbers do. */
export function segmentName(segment: number): string {
  return `${String(segment).padStart(10, "0")}.seg`;
}

/** Returns undefined if the name is not a segment's. */
export function segmentNumber(name: string): number | undefined {
  const match = /^(\d{10})\.seg$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}
