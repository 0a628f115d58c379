/** A place in a log: the number of a segment, and an offset in bytes within it. */
export interface Position {
  readonly segment: number;
  readonly offset: number;
}

export const logStart: Position = { segment: 1, offset: 0 };

export function isBefore(a: Position, b: Position): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset);
}

/** Ten digits, so that names sort as numbers do. */
export function segmentName(segment: number): string {
  return `${String(segment).padStart(10, "0")}.seg`;
}

export function segmentNumber(name: string): number | undefined {
  const match = /^(\d{10})\.seg$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}
