import type { RowBinaryWriter } from "./row-binary.ts";

/** A row of the table `reads`; schema/0019-reads.sql says what it counts. */
export interface ReadRow {
  readonly websiteId: number;
  /** Days since 1970-01-01 of the day in the website's time zone. */
  readonly date: number;
  /** Hour of that day, 0 to 23. */
  readonly hour: number;
  readonly reader: string;
  readonly operator: string;
  readonly purpose: string;
  readonly verified: string;
  readonly path: string;
  readonly status: string;
  readonly door: string;
  /** 0 for none. */
  readonly importId: number;
  readonly reads: number;
}

/** The columns that tell reads apart, in the order of the table. */
export const readProperties = [
  "date",
  "hour",
  "reader",
  "operator",
  "purpose",
  "verified",
  "path",
  "status",
  "door",
] as const;

export const readColumnNames: readonly string[] = [
  "website_id",
  ...readProperties,
  "import_id",
  "reads",
];

/** Returns the row that tells that the rows of a website's batch are there. */
export function markerOf(websiteId: number, date: number): ReadRow {
  return {
    websiteId,
    date,
    hour: 0,
    reader: "",
    operator: "",
    purpose: "",
    verified: "",
    path: "",
    status: "",
    door: "",
    importId: 0,
    reads: 1,
  };
}

/** Appends the row as ClickHouse's RowBinary, columns in the order of `readColumnNames`. */
export function writeRead(writer: RowBinaryWriter, row: ReadRow): void {
  writer.uint32(row.websiteId);
  writer.uint16(row.date);
  writer.uint8(row.hour);
  writer.string(row.reader);
  writer.string(row.operator);
  writer.string(row.purpose);
  writer.string(row.verified);
  writer.string(row.path);
  writer.string(row.status);
  writer.string(row.door);
  writer.uint32(row.importId);
  writer.uint64(BigInt(row.reads));
}
