/**
 * Limits of the connections and time that clients may take of the HTTP server. At a time limit the
 * server closes the connection, with 408 if a request had begun.
 */
export interface ServerLimits {
  /** The server closes further connections at once. */
  readonly connectionsMax: number;
  /** Requests of a connection that wait for their answer. With one more, it is destroyed. */
  readonly unansweredMax: number;
  /** From the connection, or the first byte of a later request, to the end of the headers. */
  readonly headersTimeoutMs: number;
  /** From the same moment to the end of the body. */
  readonly requestTimeoutMs: number;
  /**
   * From an answer to the next request. Longer than the minute for which proxies hold connections.
   */
  readonly keepAliveTimeoutMs: number;
  /**
   * Time without a byte in either direction, as with a client that does not read its answers.
   * Longer than the work on any request takes, as no byte moves meanwhile.
   */
  readonly silenceTimeoutMs: number;
  /** Interval at which the server checks the first two timeouts. They may be late by that much. */
  readonly checkIntervalMs: number;
}

/** Ten thousand idle and slow connections take about 100 MB: `npm run bench:overload`. */
const connectionsMax = 16_000;
/** No browser sends a request before it has the answer to the one before, and no proxy in use. */
const unansweredMax = 64;
/**
 * Time in which a part of the application is ready. Fastify's ten seconds end a start on a machine
 * that is only slow or busy, and without a limit a part that hangs would never be named.
 */
export const pluginTimeoutMs = 300_000;
/** Files that the log, ClickHouse's connections and the process itself may need to open. */
const reservedFiles = 256;

let openFilesMax: number | undefined;

export function defaultServerLimits(): ServerLimits {
  // The report takes 30 ms, and its answer stays the same.
  openFilesMax ??= readOpenFilesMax();
  return {
    connectionsMax: Math.max(reservedFiles, Math.min(connectionsMax, openFilesMax - reservedFiles)),
    unansweredMax,
    headersTimeoutMs: 15_000,
    requestTimeoutMs: 30_000,
    keepAliveTimeoutMs: 72_000,
    silenceTimeoutMs: 120_000,
    checkIntervalMs: 5_000,
  };
}

/** Returns how many files, and so connections, the system lets this process open. */
function readOpenFilesMax(): number {
  // With the network part, the report would look up the names of all peers in the DNS.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}
