import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { StartRefused } from "../base/errors.ts";
import { type Cursor, readCursor } from "../log/cursor.ts";
import { listLogs } from "../log/log-directory.ts";
import { isBefore, logFileName, logFileNumber, logStart, type Position } from "../log/position.ts";
import { disk } from "../log/synced-disk.ts";

const pauseMs = 100;
/** Far longer than events wait for more, which is ten seconds, and than a cursor lags behind. */
const stallMs = 60_000;

interface LogEnd {
  readonly directory: string;
  /** The end of what its files hold. */
  readonly end: Position;
}

/**
 * Resolves when ClickHouse has every event that the logs of `DATA_DIR` hold now. Some other part
 * ships them meanwhile. Calls `listener` with the bytes that are left. Throws `StartRefused` if
 * nothing is shipped for a minute, or when `isShipping` returns false.
 *
 * A backup has no logs. A log does not say which of its events the tables have: their batches have
 * ends that only the cursor of that moment had. So logs and tables of two moments could count
 * events twice or not at all.
 */
export async function logsShipped(
  dataDirectory: string,
  options: {
    readonly isShipping: () => boolean;
    readonly listener: (bytes: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { isShipping, listener, signal } = options;
  let waiting = await findEnds(dataDirectory);
  let least = Number.POSITIVE_INFINITY;
  let progressMs = performance.now();
  for (;;) {
    const left = await Promise.all(waiting.map(bytesLeft));
    waiting = waiting.filter((_, i) => (left[i] ?? 0) > 0);
    if (waiting.length === 0) return;
    const bytes = left.reduce((sum, part) => sum + part, 0);
    listener(bytes);
    if (bytes < least) progressMs = performance.now();
    least = Math.min(least, bytes);
    if (performance.now() - progressMs > stallMs) {
      throw new StartRefused("the store takes no events of the log; run the backup again later");
    }
    if (!isShipping()) {
      throw new StartRefused("the embedded ClickHouse ended; run the backup again");
    }
    await delay(pauseMs);
    signal.throwIfAborted();
  }
}

async function findEnds(dataDirectory: string): Promise<LogEnd[]> {
  const ids = await listLogs({ fs: disk, directory: dataDirectory });
  const ends = await Promise.all(
    ids.map(async (id) => {
      const directory = join(dataDirectory, "log", id);
      const logFiles = (await listLogFiles(directory)).sort((a, b) => a - b);
      const logFile = logFiles.at(-1);
      if (logFile === undefined) return [];
      const offset = await sizeOf(directory, logFile);
      return [{ directory, end: { logFile, offset } }];
    }),
  );
  return ends.flat();
}

/** Returns the bytes before the end that are not shipped; 0 for a log that is gone. */
async function bytesLeft({ directory, end }: LogEnd): Promise<number> {
  const cursor = await readCursorOf(directory);
  if (cursor === undefined || !isBefore(cursor.shipped, end)) return 0;
  let bytes = 0;
  for (const logFile of await listLogFiles(directory)) {
    if (logFile < cursor.shipped.logFile || logFile > end.logFile) continue;
    const size = logFile === end.logFile ? end.offset : await sizeOf(directory, logFile);
    bytes += size - (logFile === cursor.shipped.logFile ? cursor.shipped.offset : 0);
  }
  // A log that was not shipped to its end is waited for, whatever its files say meanwhile.
  return Math.max(1, bytes);
}

/** Returns undefined if the log is gone: it was shipped, or moved to the quarantine. */
async function readCursorOf(directory: string): Promise<Cursor | undefined> {
  const start = { shipped: logStart, frozen: logStart };
  try {
    // The shipper moves a log with a damaged cursor to the quarantine.
    return (await readCursor(disk, directory)) ?? start;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // The cursor goes with its log, and is replaced as a whole.
    return (await isThere(directory)) ? start : undefined;
  }
}

async function listLogFiles(directory: string): Promise<number[]> {
  const names = await disk.list(directory).catch(ifGone<string[]>([]));
  return names.flatMap((name) => logFileNumber(name) ?? []);
}

async function sizeOf(directory: string, logFile: number): Promise<number> {
  return stat(join(directory, logFileName(logFile))).then(({ size }) => size, ifGone(0));
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(() => true, ifGone(false));
}

function ifGone<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}
