import { isIP } from "node:net";

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

/** The fields of a line that an import needs. Absent values (`-`) are "". */
export interface LogLine {
  /** Milliseconds since 1970 in UTC. Logs have whole seconds. */
  readonly timeMs: number;
  /** The client as logged: an address, or a host name if the server logs names. */
  readonly ip: string;
  /** "" for a request that is not HTTP: an aborted connection (`-`), a TLS handshake. */
  readonly method: string;
  /**
   * Path and query as requested, or an absolute URL as clients of proxies send it. It is "" where
   * `method` is.
   */
  readonly target: string;
  readonly status: number;
  readonly referrer: string;
  readonly userAgent: string;
}

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
  const timeMs = readTimeMs(line, stamp);
  const requestStart = stamp + stampLength + 2;
  const requestEnd = findRequestEnd(line, requestStart);
  if (timeMs === undefined || requestEnd === -1) return undefined;

  const statusAt = requestEnd + 2;
  let referrer = "";
  let userAgent = "";
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
    ip: readClient(line, stamp),
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
const backslash = 92;

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

/**
 * The last day read and its midnight in UTC. Neighbours in a log nearly always share the day, so
 * the parser holds one, for the whole process.
 */
let lastDay = "no day yet";
let lastDayMs = 0;

function readTimeMs(line: string, stamp: number): number | undefined {
  if (!line.startsWith(lastDay, stamp + 1)) {
    const day = line.slice(stamp + 1, stamp + 12);
    const dayMs = readDayMs(day);
    if (dayMs === undefined) return undefined;
    lastDay = day;
    lastDayMs = dayMs;
  }
  const hour = twoDigits(line, stamp + 13);
  const minute = twoDigits(line, stamp + 16);
  const second = twoDigits(line, stamp + 19);
  const zoneHour = twoDigits(line, stamp + 23);
  const zoneMinute = twoDigits(line, stamp + 25);
  const sign = line[stamp + 22];
  // 60 is a leap second, which strftime writes. The comparisons are false for NaN.
  if (!(hour < 24 && minute < 60 && second <= 60 && zoneHour < 24 && zoneMinute < 60)) {
    return undefined;
  }
  if (sign !== "+" && sign !== "-") return undefined;
  const zoneMinutes = (zoneHour * 60 + zoneMinute) * (sign === "+" ? 1 : -1);
  return lastDayMs + ((hour * 60 + minute - zoneMinutes) * 60 + second) * 1000;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Returns midnight in UTC of `17/May/2015`, or undefined for a day that no calendar since 1970 has.
 */
function readDayMs(day: string): number | undefined {
  const date = twoDigits(day, 0);
  const month = months.indexOf(day.slice(3, 6));
  const year = twoDigits(day, 7) * 100 + twoDigits(day, 9);
  if (month === -1 || !(date >= 1) || !(year >= 1970)) return undefined;
  const midnightMs = Date.UTC(year, month, date);
  return new Date(midnightMs).getUTCDate() === date ? midnightMs : undefined;
}

/** Returns the digit at a place, or NaN if the character is none. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
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

function findClosingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at !== -1) {
    const ends = at + 1 === line.length || line.charCodeAt(at + 1) === space;
    if (ends && !isEscaped(line, at)) return at;
    at = line.indexOf('"', at + 1);
  }
  return -1;
}

/**
 * Returns whether the quote is escaped. Apache doubles backslashes, so an odd number of them
 * escapes.
 */
function isEscaped(line: string, quote: number): boolean {
  let at = quote - 1;
  while (line.charCodeAt(at) === backslash) at -= 1;
  return (quote - at) % 2 === 0;
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

/**
 * Returns the client's address, which is the first field with two exceptions. A virtual host may
 * precede it (`example.com:443`, with or without port). Proxies may follow it (`1.2.3.4, 10.0.0.1`,
 * a logged X-Forwarded-For).
 */
function readClient(line: string, stamp: number): string {
  const firstEnd = line.indexOf(" ");
  const first = line.slice(0, firstEnd);
  if (isIP(first) !== 0) return first;
  const secondEnd = line.indexOf(" ", firstEnd + 1);
  const second = secondEnd < stamp ? line.slice(firstEnd + 1, secondEnd) : "";
  if (first.endsWith(",")) return first.slice(0, -1);
  if (isIP(second) !== 0 || (second.length > 1 && /:\d+$/.test(first))) return second;
  return first === "-" ? "" : first;
}

function readField(line: string, start: number, end: number): string {
  if (end - start === 1 && line.charCodeAt(start) === hyphen) return "";
  const text = line.slice(start, end);
  return text.includes("\\") ? decodeEscapes(text) : text;
}

const escapeSequence = /\\(?:x([0-9A-Fa-f]{2})|([bnrtv"\\]))/g;
const controls: Readonly<Record<string, string>> = {
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/**
 * Decodes the escapes of a field. Apache writes `\"`, `\\`, `\n` and the like, and `\xHH` for a
 * byte; nginx writes only the last. An escape that neither writes stays as it is.
 *
 * Several bytes can form one character, so the text is decoded as bytes: in Latin-1, where a
 * character is a byte.
 */
function decodeEscapes(text: string): string {
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  const decoded = bytes.replace(escapeSequence, (_all, hex: string | undefined, char: string) =>
    hex === undefined ? (controls[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, "latin1").toString("utf8");
}
