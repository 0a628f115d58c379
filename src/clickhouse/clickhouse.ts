import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Readable } from "node:stream";
import { type ClickHouseClient, ClickHouseError, createClient } from "@clickhouse/client";

import { Problem } from "../base/errors.ts";
import {
  type Database,
  type Insert,
  QueryIdInUse,
  type QueryLimits,
  type RunOptions,
  type StreamFormat,
} from "./database.ts";
import { EngineAgent } from "./embedded/engine-agent.ts";
import {
  csvSettings,
  exceededLimit,
  limitingSettings,
  memorySettings,
  streamSettings,
  wholeAnswerSettings,
} from "./query-settings.ts";
import { RowReader } from "./row-reader.ts";
import { identifier, render, type Sql, sql } from "./sql.ts";

/**
 * Errors of ClickHouse that pass by themselves: the server is starting, busy or short of memory or
 * disk, or has locked Footfall out.
 */
const transientErrors = new Set([
  "AUTHENTICATION_FAILED",
  "CANNOT_SCHEDULE_TASK",
  "KEEPER_EXCEPTION",
  "MEMORY_LIMIT_EXCEEDED",
  "NETWORK_ERROR",
  "NOT_ENOUGH_SPACE",
  "QUERY_WAS_CANCELLED",
  "TABLE_IS_READ_ONLY",
  "TIMEOUT_EXCEEDED",
  "TOO_MANY_PARTS",
  "TOO_MANY_SIMULTANEOUS_QUERIES",
]);

const settings = {
  // Counts are numbers in JSON; they stay below 2^53.
  output_format_json_quote_64bit_integers: 0,
  // Starting threads to write an answer takes longer than writing one of our sizes.
  output_format_parallel_formatting: 0,
  // The embedded server has no queue for asynchronous inserts, and ours are batches already.
  async_insert: 0,
  insert_deduplicate: 1,
  // A statement that reads a table in several places reads one state of it.
  enable_shared_storage_snapshot_in_query: 1,
  // Machine code for expressions makes no statement of ours faster, however many events it reads.
  // Compiling it takes a sixth of the processor time of a statement's first runs.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
  // A statement reads what a mutation makes of the rows from the moment that it is accepted, also
  // where parts are not rewritten yet. So no mutation may have a subquery: it would not be read.
  apply_mutations_on_fly: 1,
  // `now()` and time literals mean the same on every server.
  session_timezone: "UTC",
} as const;

/** For statements that take minutes. After a lost connection nothing tells how they ended. */
const longTimeoutMs = 6 * 60 * 60_000;

/**
 * Connections of a client to the store, which open when they are needed. The reader has as many of
 * its own, of which queries of the API take 96 at most: a light one may read two things at once.
 */
const connectionsMax = 104;
/** Shorter than ClickHouse keeps an idle connection, so that none ends when it is used again. */
const idleMsMax = 2_500;
const agentOptions = { keepAlive: true, maxSockets: connectionsMax };

interface Clients {
  readonly reader: RowReader;
  readonly brief: ClickHouseClient;
  /** The client for long statements, which waits for hours. */
  readonly patient: ClickHouseClient;
}

/** ClickHouse over HTTP. Its URL may come late, go and change, as the embedded engine restarts. */
export class ClickHouse implements Database {
  readonly #requestTimeoutMs: number;
  #clients: Clients | undefined;

  constructor(options: { requestTimeoutMs?: number } = {}) {
    this.#requestTimeoutMs = options.requestTimeoutMs ?? 30_000;
  }

  /**
   * Uses the server at this URL from now on; `undefined` while there is none. With the id of the
   * embedded engine's process, it connects to that process alone.
   */
  async use(url: string | undefined, enginePid?: number): Promise<void> {
    const previous = this.#clients;
    this.#clients = url === undefined ? undefined : this.#connect(url, enginePid);
    previous?.reader.close();
    await Promise.all([previous?.brief.close(), previous?.patient.close()]);
  }

  async rows<Row>(query: Sql, limits?: QueryLimits): Promise<Row[]> {
    const limiting = limits && limitingSettings(limits);
    return this.#ask(({ reader }) => reader.rows<Row>(query, limiting, limits?.signal), limits);
  }

  async csv(query: Sql, limits: QueryLimits): Promise<Readable> {
    const limitOptions = {
      abort_signal: limits.signal,
      clickhouse_settings: { ...limitingSettings(limits), ...csvSettings(limits) },
    };
    return this.#ask(async ({ brief }) => {
      const { stream } = await brief.exec({ ...render(sql`${query} FORMAT CSV`), ...limitOptions });
      return stream;
    }, limits);
  }

  async stream(query: Sql, format: StreamFormat, limits: QueryLimits): Promise<Readable> {
    const { max_execution_time: seconds, ...limiting } = limitingSettings(limits);
    const late = new AbortController();
    // ClickHouse has no limit of the time until the first bytes.
    const timer = setTimeout(() => late.abort(), Number(seconds) * 1000);
    const request = {
      ...render(sql`${query} FORMAT ${identifier(format)}`),
      abort_signal: AbortSignal.any([limits.signal, late.signal]),
      clickhouse_settings: { ...limiting, ...streamSettings },
    };
    try {
      return await this.#ask(async ({ brief }) => (await brief.exec(request)).stream, limits);
    } catch (error) {
      throw late.signal.aborted ? new Problem("QUERY_TOO_LONG", { cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async native(query: Sql): Promise<Readable> {
    const options = { clickhouse_settings: wholeAnswerSettings };
    return this.#ask(async ({ brief }) => {
      const { stream } = await brief.exec({ ...render(sql`${query} FORMAT Native`), ...options });
      return stream;
    });
  }

  async run(statement: Sql, options: RunOptions = {}): Promise<void> {
    const { isLong = false, queryId, memoryBytesMax, queryBytesMax } = options;
    const request = {
      ...render(statement),
      ...(queryId !== undefined && { query_id: queryId }),
      clickhouse_settings: {
        ...(memoryBytesMax !== undefined && memorySettings(memoryBytesMax)),
        ...(queryBytesMax !== undefined && { max_query_size: String(queryBytesMax) }),
      },
    };
    try {
      const limits = memoryBytesMax === undefined ? undefined : { memoryBytesMax };
      await this.#ask(({ brief, patient }) => (isLong ? patient : brief).command(request), limits);
    } catch (error) {
      if (!isIdInUse(error)) throw error;
      throw new QueryIdInUse(`a statement ${queryId} is running`, { cause: error });
    }
  }

  async insert({ statement, rows, queryId, deduplicationToken }: Insert): Promise<void> {
    await this.#ask(async ({ brief }) => {
      const { stream } = await brief.exec({
        ...render(statement),
        values: rows instanceof Readable ? rows : Readable.from([rows]),
        query_id: queryId,
        clickhouse_settings: { insert_deduplication_token: deduplicationToken },
      });
      await stream.resume().toArray();
    });
  }

  #connect(url: string, enginePid: number | undefined): Clients {
    const timeoutMs = this.#requestTimeoutMs;
    const clientWith = (request_timeout: number) =>
      createClient({
        url,
        application: "footfall",
        max_open_connections: connectionsMax,
        ...(enginePid !== undefined && { http_agent: new EngineAgent(enginePid, agentOptions) }),
        request_timeout,
        clickhouse_settings: settings,
        log: { level: 127 },
      });
    const Agent = url.startsWith("https:") ? HttpsAgent : HttpAgent;
    const options = { ...agentOptions, timeout: idleMsMax };
    const agent =
      enginePid === undefined ? new Agent(options) : new EngineAgent(enginePid, options);
    return {
      reader: new RowReader({ url, agent, timeoutMs, settings }),
      brief: clientWith(timeoutMs),
      patient: clientWith(longTimeoutMs),
    };
  }

  async #ask<T>(
    request: (clients: Clients) => Promise<T>,
    limits?: Partial<QueryLimits>,
  ): Promise<T> {
    if (this.#clients === undefined) throw new Problem("STORE_UNAVAILABLE");
    try {
      return await request(this.#clients);
    } catch (error) {
      limits?.signal?.throwIfAborted();
      if (error instanceof Problem) throw error;
      // No answer is an outage. An error that does not pass by itself is a fault of Footfall.
      if (!(error instanceof ClickHouseError)) {
        throw new Problem("STORE_UNAVAILABLE", { cause: error });
      }
      const exceeded = limits && exceededLimit(error);
      if (exceeded !== undefined) throw new Problem(exceeded, { cause: error });
      const isTransient = transientErrors.has(error.type ?? "");
      throw isTransient ? new Problem("STORE_UNAVAILABLE", { cause: error }) : error;
    }
  }
}

function isIdInUse(error: unknown): boolean {
  return error instanceof ClickHouseError && error.type === "QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING";
}
