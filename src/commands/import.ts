import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../config.ts";
import { StartRefused } from "../errors.ts";
import { formatNames } from "../import/access-log/formats.ts";
import { sources } from "../import/format.ts";
import { importHistory } from "./import-history.ts";
import { importLogs } from "./import-logs.ts";

export const usage =
  "usage: footfall import --website DOMAIN [--format NAME] [--options JSON] [--dry-run] FILE… (of access logs, directories count as their files, and - reads standard input)";

/**
 * Runs `footfall import`: brings the history of another product into a website, or page views from
 * access logs. docs/import.md has the formats. Resolves with the exit code.
 */
export async function importFiles(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const { website, format, options, isDryRun, files } = readArgs(args);
  const isOfLogs =
    format === "access-log" || (format !== undefined && formatNames.includes(format));
  if (isOfLogs || (format === undefined && (await areLogs(files)))) {
    const named = format === "access-log" ? undefined : format;
    return importLogs(config, { domain: website, format: named, isDryRun, files }, logger);
  }
  const request = { domain: website, source: format, options, isDryRun, files };
  const code = await importHistory(config, request, logger);
  const logs = { domain: website, format: undefined, isDryRun, files };
  return code ?? importLogs(config, logs, logger);
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

function readArgs(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const { website, format, options = "{}" } = values;
  if (website === undefined || positionals.length === 0) throw new StartRefused(usage);
  const names: readonly string[] = [...sources, ...formatNames];
  if (format !== undefined && !names.includes(format)) {
    throw new StartRefused(`unknown format ${format}; the formats are ${names.join(", ")}`);
  }
  return {
    ...{ website, format, files: positionals },
    options: readOptions(options),
    isDryRun: values["dry-run"] ?? false,
  };
}

function readOptions(text: string): Readonly<Record<string, unknown>> {
  try {
    const options: unknown = JSON.parse(text);
    if (typeof options === "object" && options !== null && !Array.isArray(options)) {
      return options as Readonly<Record<string, unknown>>;
    }
  } catch {}
  throw new StartRefused("--options must be a JSON object");
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
      },
      allowPositionals: true,
    });
  } catch {
    throw new StartRefused(usage);
  }
}
