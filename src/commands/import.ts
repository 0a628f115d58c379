import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../base/config.ts";
import { Problem, StartRefused } from "../base/errors.ts";
import { parseObject } from "../base/validation.ts";
import { formatNames } from "../import/access-log/formats.ts";
import { AccessLogUnreadable } from "../import/access-log/log-file.ts";
import { listLogs } from "../import/access-log/log-paths.ts";
import { AccessLogRefused, checkLog } from "../import/access-log/open-log.ts";
import { openUploads } from "../import/files/archive.ts";
import { sources } from "../import/format.ts";
import {
  accessLogs,
  type ChosenFormat,
  chooseFormat,
  readLogFormat,
  readSource,
} from "../import/import-request.ts";
import { lowerPriority } from "../server/imports/lower-priority.ts";
import { openWebsiteStore } from "../server/shards/website-store.ts";
import { type ImportArgs, importInto } from "./import-into.ts";

export const usage =
  "usage: footfall import --website DOMAIN [--format NAME] [--options JSON] [--dry-run] [--gently] FILE… (of access logs, directories count as their files, and - reads standard input)";

/**
 * Runs `footfall import`: brings the history of another product, or page views from access logs,
 * into a website. The store is that of the same `DATA_DIR` or `CLICKHOUSE_URL`, whether or not an
 * instance runs on it. docs/import.md has the formats. Resolves with the exit code.
 */
export async function importFiles(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const request = readArgs(args);
  if (request.isGentle) lowerPriority();
  const store = await openWebsiteStore(config, request.domain, logger);
  try {
    const content = await inOneLine(async () =>
      importInto(store, await choose(request), request, config),
    );
    if (content === undefined) throw new StartRefused("the import was undone meanwhile");
    if (content.problem !== null) process.stderr.write(`footfall: ${content.problem}\n`);
    return content.status === "failed" ? 1 : 0;
  } finally {
    await store.close();
  }
}

/** Finds the format of the files, and looks at their beginnings before anything is stored. */
async function choose({ source, options, files }: ImportArgs): Promise<ChosenFormat> {
  if (source !== "access-log" && (source !== undefined || !(await areLogs(files)))) {
    const paths = files.map((path) => ({ path, name: basename(path) }));
    return chooseFormat({ paths, open: () => openUploads(paths) }, { source, options });
  }
  const format = readLogFormat(options);
  for (const path of await listLogs(files)) await checkLog(path, format);
  return accessLogs;
}

/** Returns whether only access logs can be given so: directories, or standard input. */
async function areLogs(files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    if (file === "-") return true;
    const stats = await stat(file).catch(() => undefined);
    if (stats === undefined || !stats.isFile()) return true;
  }
  return false;
}

/** Rejects with `StartRefused`, whose one line says what is wrong. */
async function inOneLine<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const message = messageOf(error);
    throw message === undefined ? error : new StartRefused(message, { cause: error });
  }
}

/** Returns the message of a failure; undefined if it is a defect, or refused already. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof AccessLogUnreadable || error instanceof AccessLogRefused) {
    return error.message;
  }
  if (error instanceof Error && "syscall" in error) return error.message;
  if (!(error instanceof Problem)) return undefined;
  if (error.code === "STORE_UNAVAILABLE") return "the store does not answer; run the import again";
  const [[field, messages] = []] = Object.entries(error.fields ?? {});
  const message = messages?.[0] ?? error.message;
  return field === "source" || field === "options" ? `${field} ${message}` : message;
}

function readArgs(args: readonly string[]): ImportArgs {
  const { values, positionals } = parse(args);
  const { website, format, options = "{}" } = values;
  if (website === undefined || positionals.length === 0) throw new StartRefused(usage);
  const names: readonly string[] = [...sources, ...formatNames];
  if (format !== undefined && !names.includes(format)) {
    throw new StartRefused(`unknown format ${format}; the formats are ${names.join(", ")}`);
  }
  const isOfLogs = format !== undefined && formatNames.includes(format);
  const given = readOptions(options);
  return {
    domain: website,
    source: isOfLogs ? "access-log" : readSource(format),
    options: isOfLogs ? { ...given, format } : given,
    isDryRun: values["dry-run"] ?? false,
    isGentle: values.gently ?? false,
    files: positionals,
  };
}

function readOptions(text: string): Readonly<Record<string, unknown>> {
  const options = parseObject(text);
  if (options === undefined) throw new StartRefused("--options must be a JSON object");
  return options;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        website: { type: "string" },
        format: { type: "string" },
        options: { type: "string" },
        "dry-run": { type: "boolean" },
        gently: { type: "boolean" },
      },
      allowPositionals: true,
    });
  } catch {
    throw new StartRefused(usage);
  }
}
