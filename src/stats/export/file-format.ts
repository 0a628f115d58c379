import type { StreamFormat } from "../../clickhouse/database.ts";

/** The forms of an export. */
export const fileFormats = ["ndjson", "csv", "parquet"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** The format in which ClickHouse writes each form. */
export const streamFormats: Readonly<Record<FileFormat, StreamFormat>> = {
  ndjson: "JSONEachRow",
  csv: "CSV",
  parquet: "Parquet",
};
