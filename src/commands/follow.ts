import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import type { FastifyBaseLogger as Logger } from "fastify";

import { abortOnStop } from "../base/async/stop-signal.ts";
import type { Config } from "../base/config.ts";
import { Problem, StartRefused } from "../base/errors.ts";
import { formatNames } from "../import/access-log/formats.ts";
import { addOutcome, type ImportCounts, noCounts } from "../import/access-log/import-counts.ts";
import { AccessLogUnreadable } from "../import/access-log/log-file.ts";
import { AccessLogRefused } from "../import/access-log/open-log.ts";
import { FollowedLog } from "../import/follow/followed-log.ts";
import { patientPlaces } from "../import/follow/patient-places.ts";
import { logResult } from "./import-result.ts";
import { LocalPlaces } from "./local-places.ts";
import { openRemotePlaces } from "./remote-places.ts";

export const usage =
  "usage: footfall follow --website DOMAIN [--format NAME] [--server URL --key-file FILE] FILE…";
/** A follower that was asked to end does so within a second. */
const endMsMax = 800;

interface FollowArgs {
  readonly domain: string;
  readonly format: string | undefined;
  /** The URL of a Footfall elsewhere, and the file with its key. */
  readonly server: { readonly url: string; readonly keyFile: string } | undefined;
  readonly files: readonly string[];
}

/**
 * Runs `footfall follow`: counts the lines of access logs as they are written, until it is stopped.
 * docs/import-access-logs.md says how. Resolves with the exit code.
 */
export async function followLogs(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const { domain, format, server, files } = readArgs(args);
  // Else the space for new objects grows to three times 16 MiB, which is a third of the memory that
  // a follower may have.
  setFlagsFromString("--semi-space-growth-factor=1");
  const stopped = abortOnStop();
  stopped.addEventListener("abort", () => setTimeout(() => process.exit(0), endMsMax).unref());
  // The messages are the command's own.
  const silent = logger.child({}, { level: "silent" });
  const local = new LocalPlaces(config, domain, silent);
  const places = server === undefined ? local : await openRemotePlaces(server, domain);
  const counts = noCounts();
  try {
    const options = {
      places: patientPlaces(places, {
        signal: stopped,
        onAway: ({ message }) => say(`waits for the server: ${message}`),
        onBack: () => say("the server answers again"),
      }),
      follower: randomUUID(),
      format,
      say,
      signal: stopped,
      onStored: (outcome: Parameters<typeof addOutcome>[1]) => addOutcome(counts, outcome),
    };
    await followAll(files.map((path) => new FollowedLog({ ...options, path })));
    return 0;
  } finally {
    process.stdout.write(result(counts));
    await local.close();
  }
}

async function followAll(logs: readonly FollowedLog[]): Promise<void> {
  try {
    await Promise.all(logs.map((log) => log.run()));
  } catch (error) {
    const isOfLog = error instanceof AccessLogUnreadable || error instanceof AccessLogRefused;
    if (!isOfLog && !(error instanceof Problem)) throw error;
    throw new StartRefused(messageOf(error), { cause: error });
  }
}

function messageOf(error: Error): string {
  const fields = error instanceof Problem ? Object.entries(error.fields ?? {}) : [];
  return fields.map(([field, [text]]) => `${field} ${text}`).join("; ") || error.message;
}

function result(counts: ImportCounts): string {
  return logResult({ counts, notes: [] });
}

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}

function readArgs(args: readonly string[]): FollowArgs {
  const { values, positionals: files } = parse(args);
  const { website: domain, format, server, "key-file": keyFile } = values;
  if (domain === undefined || files.length === 0) throw new StartRefused(usage);
  if ((server === undefined) !== (keyFile === undefined)) throw new StartRefused(usage);
  if (format !== undefined && !formatNames.includes(format)) {
    const names = formatNames.join(", ");
    throw new StartRefused(`unknown format ${format}; the formats are ${names}`);
  }
  const elsewhere =
    server === undefined || keyFile === undefined ? undefined : { url: server, keyFile };
  return { domain, format, server: elsewhere, files: [...new Set(files)] };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        website: { type: "string" },
        format: { type: "string" },
        server: { type: "string" },
        "key-file": { type: "string" },
      },
      allowPositionals: true,
    });
  } catch {
    throw new StartRefused(usage);
  }
}
