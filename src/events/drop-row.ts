import type { RowBinaryWriter } from "./row-binary.ts";

/** A row of the table `drops`; schema/0001-baseline.sql says what it is for. */
export interface DropRow {
  readonly websiteId: number;
  /** Days since 1970-01-01 of the day in the website's time zone. */
  readonly date: number;
  readonly reason: string;
  readonly count: number;
}

export const dropColumnNames: readonly string[] = ["website_id", "date", "reason", "count"];

/** Appends the row as ClickHouse's RowBinary, columns in the order of `dropColumnNames`. */
export function writeDrop(writer: RowBinaryWriter, row: DropRow): void {
  writer.uint32(row.websiteId);
  writer.uint16(row.date);
  writer.string(row.reason);
  writer.uint64(BigInt(row.count));
}
