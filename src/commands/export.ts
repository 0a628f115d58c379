import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import type { FastifyBaseLogger as Logger } from "fastify";
import { abortOnStop } from "../base/async/stop-signal.ts";
import { isRealDay } from "../base/calendar.ts";
import type { Config } from "../base/config.ts";
import { Problem, StartRefused } from "../base/errors.ts";
import { openWebsites } from "../server/parts/open-services.ts";
import { openWebsiteStore, type WebsiteStore } from "../server/shards/website-store.ts";
import { eventExport } from "../stats/export/event-export.ts";
import { type FileFormat, fileFormats } from "../stats/export/file-format.ts";
import { readsExport } from "../stats/export/reads-export.ts";
import { QueryScheduler } from "../stats/query-scheduler.ts";
import { Statistics } from "../stats/statistics.ts";
import { isOn } from "../websites/website.ts";

export const usage =
  "usage: footfall export --website DOMAIN --from YYYY-MM-DD --to YYYY-MM-DD [--format ndjson|csv|parquet] [--reads] [--output FILE]";
/** Nobody waits for the command as for a page, so the first bytes may take longer. */
const queryMsMax = 60_000;

interface ExportOptions {
  readonly domain: string;
  readonly from: string;
  readonly to: string;
  readonly format: FileFormat;
  /** Whether it writes what programs read, in place of events. */
  readonly isOfReads: boolean;
  /** The path of the file; standard output if undefined. */
  readonly output: string | undefined;
}

/**
 * Runs `npm run export -- --website DOMAIN --from DAY --to DAY`: writes all events of the days, or
 * with `--reads` what programs read, to a file, or to standard output. They come from the store of
 * the same `DATA_DIR` or `CLICKHOUSE_URL`, whether or not an instance runs on it.
 */
export async function exportEvents(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const options = readArgs(args);
  // The log goes to standard output, where it would end up among the events.
  const silent = logger.child({}, { level: "silent" });
  const store = await openWebsiteStore(config, options.domain, silent);
  try {
    if (options.output === undefined) await write(store, options, process.stdout, silent);
    else await writeFile(store, options, options.output, silent);
    return 0;
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    process.stderr.write(`footfall: the export broke off: ${reasonOf(error)}\n`);
    return 1;
  } finally {
    await store.close();
  }
}

function readArgs(args: readonly string[]): ExportOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        website: { type: "string" },
        from: { type: "string" },
        to: { type: "string" },
        format: { type: "string", default: "ndjson" },
        reads: { type: "boolean", default: false },
        output: { type: "string" },
      },
    });
    const { website: domain, from = "", to = "", output } = values;
    const format = fileFormats.find((name) => name === values.format);
    const areDays = isRealDay(from) && isRealDay(to) && from <= to;
    if (domain !== undefined && format !== undefined && areDays) {
      return { domain, from, to, format, isOfReads: values.reads, output };
    }
  } catch {}
  throw new StartRefused(usage);
}

/**
 * Writes the export to a file beside the one at the path, which takes its name when it is whole. So
 * nobody takes an incomplete one for whole, and an earlier export stays until then. A device or a
 * pipe is written to as it is.
 */
async function writeFile(
  store: WebsiteStore,
  options: ExportOptions,
  output: string,
  logger: Logger,
): Promise<void> {
  const path = await realpath(output).catch(() => output);
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? true;
  const draft = isFile ? `${path}.unfinished` : path;
  const file = await open(draft, "w").catch((error: Error) => {
    throw new StartRefused(`${output} cannot be written: ${error.message}`);
  });
  try {
    await write(store, options, file.createWriteStream({ flush: isFile }), logger);
    if (isFile) await rename(draft, path);
  } catch (error) {
    if (isFile) await rm(draft, { force: true });
    throw error;
  }
}

async function write(
  { website, db, first }: WebsiteStore,
  { domain, from, to, format, isOfReads, output }: ExportOptions,
  target: Writable,
  logger: Logger,
): Promise<void> {
  const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: queryMsMax }, logger);
  const statistics = new Statistics({ db, scheduler });
  const progress = showProgress(output);
  const query = { websiteId: website.id, from, to, countsFrom: "events", filters: [] } as const;
  const signal = abortOnStop();
  const caller = { signal, priority: "owner" } as const;
  try {
    const file = isOfReads ? readsExport() : eventExport(progress.countEvents);
    const start = await statistics.export(file, { ...query, format, isSafe: false }, caller);
    const events = await start(async () => {
      const now = (await openWebsites(first, Date.now)).all.find(website.id);
      if (now !== undefined && isOn(website.placement.shard, now)) return;
      throw new Error(`${domain} was deleted or moved meanwhile`);
    });
    await pipeline(events, progress.bytes, target, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  } finally {
    progress.end();
  }
}

/** Shows on a terminal how far the file at this path is. It shows nothing for standard output. */
function showProgress(path: string | undefined) {
  let bytes = 0;
  let share = 0;
  const isShown = path !== undefined && process.stderr.isTTY;
  const bar = new SingleBar({
    stream: process.stderr,
    format: `${path} {bar} {percentage} % | {megabytes} MB`,
    clearOnComplete: true,
  });
  const show = () => bar.update(share, { megabytes: (bytes / 1e6).toFixed(1) });
  if (isShown) bar.start(1, 0, { megabytes: "0.0" });
  return {
    bytes: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (isShown) show();
        done(null, chunk);
      },
    }),
    countEvents(done: number, all: number) {
      share = all === 0 ? 1 : done / all;
      if (isShown) show();
    },
    end() {
      if (isShown) bar.stop();
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Problem)) return (error as Error).message;
  return Object.entries(error.fields ?? {})
    .map(([field, errors]) => `${field} ${errors.join(", ")}`)
    .concat(error.fields === undefined ? [error.message] : [])
    .join("; ");
}
