import type { ClickHouseError, ClickHouseSettings } from "@clickhouse/client";

import { Problem } from "../base/errors.ts";
import type { QueryLimits } from "./database.ts";

/**
 * Settings for an answer that comes whole or as an error, never broken off. ClickHouse holds it
 * back in memory, and what is beyond a MiB on its disk.
 */
export const wholeAnswerSettings: ClickHouseSettings = {
  wait_end_of_query: 1,
  http_response_buffer_size: String(1024 ** 2),
};

/** Bytes on disk that a query may take per byte of memory. The event log is on the disk, too. */
const spillPerMemory = 8;

/**
 * Returns ClickHouse's settings for a query with limits that begins now. Throws if it is too late
 * to begin.
 */
export function limitingSettings(limits: QueryLimits): ClickHouseSettings {
  limits.signal.throwIfAborted();
  const leftMs = limits.deadlineMs - performance.now();
  if (leftMs <= 0) throw new Problem("QUERY_TOO_LONG");
  const { threadsMax, memoryBytesMax } = limits;
  return {
    max_execution_time: leftMs / 1000,
    timeout_overflow_mode: "throw",
    // ClickHouse ends the work for a closed connection only if the query cannot write.
    readonly: "2",
    cancel_http_readonly_queries_on_client_close: 1,
    ...(threadsMax !== undefined && { max_threads: threadsMax }),
    ...(memoryBytesMax !== undefined && memorySettings(memoryBytesMax)),
  };
}

/**
 * Returns the settings for this much memory, half of which is used before the query spills to disk.
 */
export function memorySettings(bytesMax: number): ClickHouseSettings {
  const inMemoryBytes = String(Math.floor(bytesMax / 2));
  return {
    max_memory_usage: String(bytesMax),
    max_bytes_before_external_group_by: inMemoryBytes,
    // A hash table must have two levels before it can spill; by default it gets them at 50 MB.
    group_by_two_level_threshold_bytes: String(Math.min(50_000_000, Math.floor(bytesMax / 8))),
    max_bytes_before_external_sort: inMemoryBytes,
    max_temporary_data_on_disk_size_for_query: String(spillPerMemory * bytesMax),
  };
}

/**
 * Returns the settings for an answer in CSV. ClickHouse holds the answer on its disk until it has
 * been read, or its reader is gone.
 */
export function csvSettings({ memoryBytesMax }: QueryLimits): ClickHouseSettings {
  return {
    ...wholeAnswerSettings,
    output_format_csv_crlf_end_of_line: 1,
    format_csv_null_representation: "",
    ...(memoryBytesMax !== undefined && {
      max_result_bytes: String(spillPerMemory * memoryBytesMax),
    }),
  };
}

/**
 * Settings for an answer that is read while ClickHouse writes it. The reader decides how long that
 * takes, so the time has no limit.
 *
 * In memory are a block of each part, and in Parquet a row group. A footer has to name all groups,
 * and with bloom filters ClickHouse would hold these, too.
 */
export const streamSettings: ClickHouseSettings = {
  max_execution_time: 0,
  max_block_size: "8192",
  output_format_csv_crlf_end_of_line: 1,
  output_format_json_escape_forward_slashes: 0,
  output_format_parquet_row_group_size: "100000",
  output_format_parquet_row_group_size_bytes: String(16 * 1024 ** 2),
  output_format_parquet_string_as_string: 1,
  output_format_parquet_write_bloom_filter: 0,
};

/** Returns the error code of the limit that a query has met; undefined for any other error. */
export function exceededLimit({ type, message }: ClickHouseError): Problem["code"] | undefined {
  switch (type) {
    case "TIMEOUT_EXCEEDED":
    case "TOO_SLOW":
      return "QUERY_TOO_LONG";
    case "MEMORY_LIMIT_EXCEEDED":
      // A shortage of memory of the whole server is no limit of the query: it passes by itself.
      return message.includes("Query memory limit") ? "QUERY_TOO_LARGE" : undefined;
    case "TOO_MANY_BYTES":
    case "TOO_MANY_ROWS":
    case "TOO_MANY_ROWS_OR_BYTES":
      return "QUERY_TOO_LARGE";
    default:
      return undefined;
  }
}
