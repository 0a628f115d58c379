/**
 * What one client, or thousands of them, may hold of the HTTP server. At a time limit the connection is
 * ended, with 408 where a request had begun.
 */
export interface ServerLimits {
  /** Connections beyond are closed at once. */
  readonly connectionsMax: number;
  /** From the connection, or the first byte of a later request, to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** The same to the end of its body. */
  readonly requestTimeoutMs: number;
  /** From an answer to the next request. Longer than the minute that proxies keep connections for. */
  readonly keepAliveTimeoutMs: number;
  /**
   * Without a byte in either direction: a client that does not read its answers. Longer than the
   * work on any request takes, as nothing moves meanwhile.
   */
  readonly silenceTimeoutMs: number;
  /** How often the first two are looked after; one may last longer by that much. */
  readonly checkIntervalMs: number;
}

/** Ten thousand idle and slow ones together take about 100 MB: `npm run bench:overload`. */
const connectionsMax = 16_000;
/** Files that the log, ClickHouse's connections and the process itself may need to open. */
const reservedFiles = 256;

export function defaultServerLimits(): ServerLimits {
  return {
    connectionsMax: Math.max(
      reservedFiles,
      Math.min(connectionsMax, openFilesMax() - reservedFiles),
    ),
    headersTimeoutMs: 15_000,
    requestTimeoutMs: 30_000,
    keepAliveTimeoutMs: 72_000,
    silenceTimeoutMs: 120_000,
    checkIntervalMs: 5_000,
  };
}

/** Files, and so connections, that the system lets this process open. */
function openFilesMax(): number {
  // Names of peers would be looked up in the DNS otherwise.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}
