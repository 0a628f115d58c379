import { columns } from "./columns.ts";

/** The bytes of the columns whose values have one length. The others are texts, but for `props`. */
const widths: Readonly<Record<string, number>> = {
  website_id: 4,
  date: 2,
  visitor: 8,
  time: 8,
  revenue_amount: 8,
  engagement_time_ms: 4,
  scroll_depth: 1,
};

const marksAt = columns.findIndex(({ name }) => name === "marks");
/** The columns that rows had before events got marks. */
const earlierColumns = columns.slice(0, marksAt);
/** An empty text. */
const noMarks = Buffer.alloc(columns.length - marksAt);

/**
 * Returns rows of `events` as they are written today, given RowBinary rows from before the column
 * `marks`. Rows that nobody can read stay as they are: ClickHouse refuses them, so that the shipper
 * puts them into quarantine.
 */
export function completeRows(rows: Buffer): Buffer {
  try {
    return withMarks(rows);
  } catch (error) {
    if (error instanceof RangeError) return rows;
    throw error;
  }
}

function withMarks(rows: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < rows.length; ) {
    const end = rowEnd(rows, start);
    if (end > rows.length) throw new RangeError("a row is cut off");
    parts.push(rows.subarray(start, end), noMarks);
    start = end;
  }
  return Buffer.concat(parts);
}

/** Returns the offset behind the row that begins at `start`. */
function rowEnd(rows: Buffer, start: number): number {
  let position = start;
  for (const { name } of earlierColumns) {
    const width = widths[name];
    if (width !== undefined) position += width;
    else if (name === "props") position = mapEnd(rows, position);
    else position = textEnd(rows, position);
  }
  return position;
}

function mapEnd(rows: Buffer, start: number): number {
  const { value: pairs, end } = readVarUint(rows, start);
  let position = end;
  for (let nth = 0; nth < 2 * pairs; nth += 1) position = textEnd(rows, position);
  return position;
}

function textEnd(rows: Buffer, start: number): number {
  const { value: bytes, end } = readVarUint(rows, start);
  return end + bytes;
}

/** Reads seven bits a byte, the lowest first. The high bit says that more bytes follow. */
function readVarUint(
  rows: Buffer,
  start: number,
): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let nth = 0; ; nth += 1) {
    const byte = rows.readUInt8(start + nth);
    value += (byte & 0x7f) * 2 ** (7 * nth);
    if (byte <= 0x7f) return { value, end: start + nth + 1 };
  }
}
