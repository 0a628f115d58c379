import { fileProblem } from "../../model/import-problems.ts";
import type { LogFormat, LogLine } from "./log-format.ts";
import { digit, readServerTimeMs, twoDigits } from "./log-time.ts";
import { findClosingQuote, readField } from "./quoted-field.ts";

/*
 * One line of Nginx Proxy Manager, whose fields in brackets are in every release:
 *
 *   [17/May/2026:10:05:03 +0000] cache upstream 200 - GET https host "/path" [Client 203.0.113.9]
 *   [Length 12] [Gzip -] [Sent-to server] "agent" "referrer"
 *
 * `cache`, `upstream` and `Sent-to` are missing where no proxy was asked. Several upstreams may
 * have answered, so the status is the number before the first ` - `. nginx escapes quotes in
 * fields.
 */

/** `[17/May/2026:10:05:03 +0000]` */
const stampLength = 28;
const client = " [Client ";

/** Reads the log that Nginx Proxy Manager writes for each of its hosts. */
export const nginxProxyManager: LogFormat = {
  name: "nginx-proxy-manager",
  detects: (line) => parseLine(line) !== undefined,
  createReader: () => parseLine,
  withoutAgents: fileProblem("agents_nginx"),
  referrersHint: "its log format has them",
};

function parseLine(line: string): LogLine | undefined {
  if (!line.startsWith("[") || !line.startsWith("] ", stampLength - 1)) return undefined;
  const timeMs = readServerTimeMs(line, 1);
  const statusAt = findStatus(line);
  const targetAt = line.indexOf(' "', statusAt) + 2;
  const targetEnd = findClosingQuote(line, targetAt);
  if (timeMs === undefined || statusAt === -1 || targetAt === 1) return undefined;
  if (targetEnd === -1 || !line.startsWith(client, targetEnd + 1)) return undefined;
  const ipAt = targetEnd + 1 + client.length;
  const ipEnd = line.indexOf("]", ipAt);
  const agentAt = line.indexOf('] "', ipEnd) + 3;
  const agentEnd = findClosingQuote(line, agentAt);
  if (ipEnd === -1 || agentAt === 2 || agentEnd === -1) return undefined;
  const referrerEnd = line.startsWith(' "', agentEnd + 1)
    ? findClosingQuote(line, agentEnd + 3)
    : -1;
  if (referrerEnd === -1) return undefined;
  const [method = "", , host = ""] = line.slice(statusAt + 6, targetAt - 2).split(" ", 3);
  return {
    timeMs,
    ip: line.slice(ipAt, ipEnd),
    method,
    target: method === "-" ? "" : readField(line, targetAt, targetEnd),
    status: twoDigits(line, statusAt) * 10 + digit(line, statusAt + 2),
    referrer: readField(line, agentEnd + 3, referrerEnd),
    userAgent: readField(line, agentAt, agentEnd),
    host,
  };
}

/** Returns the offset of the three digits before the first ` - ` that has them, or -1. */
function findStatus(line: string): number {
  let at = line.indexOf(" - ", stampLength);
  while (at !== -1 && !(twoDigits(line, at - 3) >= 0 && digit(line, at - 1) >= 0)) {
    at = line.indexOf(" - ", at + 1);
  }
  return at === -1 ? -1 : at - 3;
}
