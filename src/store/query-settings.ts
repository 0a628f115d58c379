import type { ClickHouseError, ClickHouseSettings } from "@clickhouse/client";

import { Problem } from "../errors.ts";
import type { QueryLimits } from "./database.ts";

/** What a question may put on the disk, which it shares with the event log. */
const spillPerMemory = 8;

/** ClickHouse's settings for a question with limits, from now on. Throws when it is too late to begin. */
export function limitingSettings(limits: QueryLimits): ClickHouseSettings {
  limits.signal.throwIfAborted();
  const leftMs = limits.deadlineMs - performance.now();
  if (leftMs <= 0) throw new Problem("QUERY_TOO_LONG");
  const { threadsMax, memoryBytesMax } = limits;
  return {
    max_execution_time: leftMs / 1000,
    timeout_overflow_mode: "throw",
    // ClickHouse ends what it works on for a closed connection only where nothing can be written.
    readonly: "2",
    cancel_http_readonly_queries_on_client_close: 1,
    // An answer comes whole or as an error, never broken off.
    wait_end_of_query: 1,
    ...(threadsMax !== undefined && { max_threads: threadsMax }),
    ...(memoryBytesMax !== undefined && memorySettings(memoryBytesMax)),
  };
}

/** So much memory, of which half is used before the work goes on on the disk. */
export function memorySettings(bytesMax: number): ClickHouseSettings {
  const inMemoryBytes = String(Math.floor(bytesMax / 2));
  return {
    max_memory_usage: String(bytesMax),
    max_bytes_before_external_group_by: inMemoryBytes,
    max_bytes_before_external_sort: inMemoryBytes,
    max_temporary_data_on_disk_size_for_query: String(spillPerMemory * bytesMax),
  };
}

/** For an answer in CSV, which ClickHouse keeps on its disk until it has been read, or its reader is gone. */
export function csvSettings({ memoryBytesMax }: QueryLimits): ClickHouseSettings {
  return {
    output_format_csv_crlf_end_of_line: 1,
    format_csv_null_representation: "",
    ...(memoryBytesMax !== undefined && {
      max_result_bytes: String(spillPerMemory * memoryBytesMax),
    }),
  };
}

/** The limit that a question has met, if that is what the error says. */
export function exceededLimit({ type, message }: ClickHouseError): Problem["code"] | undefined {
  switch (type) {
    case "TIMEOUT_EXCEEDED":
    case "TOO_SLOW":
      return "QUERY_TOO_LONG";
    case "MEMORY_LIMIT_EXCEEDED":
      // The whole server's memory is another matter: it passes.
      return message.includes("Query memory limit") ? "QUERY_TOO_LARGE" : undefined;
    case "TOO_MANY_BYTES":
    case "TOO_MANY_ROWS":
    case "TOO_MANY_ROWS_OR_BYTES":
      return "QUERY_TOO_LARGE";
    default:
      return undefined;
  }
}
