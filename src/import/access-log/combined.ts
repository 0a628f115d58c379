import { isIP } from "node:net";
import { fileProblem } from "../../model/import-problems.ts";

import type { LogFormat, LogLine } from "./log-format.ts";
import { digit, readServerTimeMs, twoDigits } from "./log-time.ts";
import { findClosingQuote, readField } from "./quoted-field.ts";

/*
 * One line of an access log, read in one pass from left to right:
 *
 *   [vhost:port ]client ident user [17/May/2015:10:05:03 +0000] "request" status size
 *   [ "referrer" "agent" ...]
 *
 * The time stamp has a fixed shape and is the anchor. The fields before it may hold spaces (user
 * names do); the fields after it are fixed. A quoted field ends at the first quote that is not
 * escaped and precedes a space or the end of the line, so old servers' bare quotes inside
 * a field do not end it. A status must follow the request's closing quote. Every step moves
 * forward only, so a hostile line costs time in proportion to its length.
 */

/** Reads the "common" and "combined" formats of Apache and nginx. */
export const combined: LogFormat = {
  name: "combined",
  detects: (line) => parseLogLine(line) !== undefined,
  createReader: () => (line) =>
    parseLogLine(line) ?? (line.startsWith("#") ? "comment" : undefined),
  withoutAgents: fileProblem("agents_combined"),
  referrersHint: 'the server must log in the format "combined", which has them',
};

/**
 * Reads a line of the "common" or "combined" format of Apache and nginx. A virtual host may precede
 * the client, and any fields may follow the user agent. Escapes inside quotes are decoded, as
 * UTF-8; bytes that are not UTF-8 become U+FFFD.
 *
 * Returns undefined if the line cannot be read. It may have another format, an impossible time, no
 * status, or a quoted field without an end because the line was broken off.
 */
export function parseLogLine(line: string): LogLine | undefined {
  const stamp = findTimeStamp(line);
  if (stamp === -1) return undefined;
  const timeMs = readServerTimeMs(line, stamp + 1);
  const requestStart = stamp + stampLength + 2;
  const requestEnd = findRequestEnd(line, requestStart);
  if (timeMs === undefined || requestEnd === -1) return undefined;

  const statusAt = requestEnd + 2;
  let referrer: string | undefined;
  let userAgent: string | undefined;
  const referrerStart = line.indexOf(' "', statusAt) + 2;
  if (referrerStart !== 1) {
    const referrerEnd = findClosingQuote(line, referrerStart);
    if (referrerEnd === -1) return undefined;
    referrer = readField(line, referrerStart, referrerEnd);
    const agentStart = line.indexOf(' "', referrerEnd) + 2;
    if (agentStart !== 1) {
      const agentEnd = findClosingQuote(line, agentStart);
      if (agentEnd === -1) return undefined;
      userAgent = readField(line, agentStart, agentEnd);
    }
  }
  const methodEnd = findMethodEnd(line, requestStart, requestEnd);
  return {
    timeMs,
    ...readClient(line, stamp),
    method: readMethod(line, requestStart, methodEnd),
    target: methodEnd === -1 ? "" : readTarget(line, methodEnd + 1, requestEnd),
    status: twoDigits(line, statusAt) * 10 + digit(line, statusAt + 2),
    referrer,
    userAgent,
  };
}

const colon = 58;
const slash = 47;
const space = 32;
const hyphen = 45;

/** `[17/May/2015:10:05:03 +0000]` */
const stampLength = 28;

/**
 * Returns the offset of the `[` of the time stamp, or -1. Checks only the shape, and that the
 * request follows.
 */
function findTimeStamp(line: string): number {
  let at = line.indexOf("[", 1);
  while (at !== -1 && !isTimeStamp(line, at)) at = line.indexOf("[", at + 1);
  return at;
}

function isTimeStamp(line: string, at: number): boolean {
  return (
    line.charCodeAt(at - 1) === space &&
    line.charCodeAt(at + 3) === slash &&
    line.charCodeAt(at + 7) === slash &&
    line.charCodeAt(at + 12) === colon &&
    line.charCodeAt(at + 15) === colon &&
    line.charCodeAt(at + 18) === colon &&
    line.charCodeAt(at + 21) === space &&
    line.startsWith('] "', at + stampLength - 1)
  );
}

function findRequestEnd(line: string, from: number): number {
  let at = findClosingQuote(line, from);
  while (at !== -1 && !isStatus(line, at + 2)) at = findClosingQuote(line, at + 1);
  return at;
}

function isStatus(line: string, at: number): boolean {
  if (!(twoDigits(line, at) >= 0 && digit(line, at + 2) >= 0)) return false;
  return line.length === at + 3 || line.charCodeAt(at + 3) === space;
}

/** Returns the offset of the space after the method, or -1 if the request is not one of HTTP. */
function findMethodEnd(line: string, start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    const code = line.charCodeAt(at);
    if (code === space) return at > start ? at : -1;
    // Methods have letters of either case, and the hyphen of WebDAV's VERSION-CONTROL.
    const lower = code | 32;
    if ((lower < 97 || lower > 122) && code !== hyphen) return -1;
  }
  return -1;
}

function readMethod(line: string, start: number, end: number): string {
  if (end === -1) return "";
  return line.startsWith("GET ", start) ? "GET" : line.slice(start, end);
}

/**
 * Returns the target, which ends before the protocol. HTTP/0.9 has no protocol. A target may hold
 * spaces that nobody encoded.
 */
function readTarget(line: string, start: number, end: number): string {
  const protocol = line.lastIndexOf(" HTTP/", end);
  return readField(line, start, protocol >= start && protocol < end ? protocol : end);
}

const port = /:\d+$/;

/**
 * Returns the client's IP address, which is the first field with two exceptions. A virtual host may
 * precede it (`example.com:443`, with or without port), which is the page's host. Proxies may
 * follow it (`1.2.3.4, 10.0.0.1`, a logged X-Forwarded-For).
 */
function readClient(line: string, stamp: number): Pick<LogLine, "ip" | "host"> {
  const firstEnd = line.indexOf(" ");
  const first = line.slice(0, firstEnd);
  if (isIP(first) !== 0) return { ip: first };
  const secondEnd = line.indexOf(" ", firstEnd + 1);
  const second = secondEnd < stamp ? line.slice(firstEnd + 1, secondEnd) : "";
  if (first.endsWith(",")) return { ip: first.slice(0, -1) };
  if (isIP(second) !== 0 || (second.length > 1 && port.test(first))) {
    return { ip: second, host: readHost(first) };
  }
  return { ip: first === "-" ? "" : first };
}

/**
 * Returns the virtual host without its port. A word without a dot and without a port names no host:
 * it may be nginx's `_`, the id of a request or the machine's name.
 */
function readHost(field: string): string | undefined {
  if (port.test(field)) return field.replace(port, "");
  return field.includes(".") ? field : undefined;
}
