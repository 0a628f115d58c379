import { fileProblem } from "../../model/import-problems.ts";
import type { LogFormat, LogLine, LogReader } from "./log-format.ts";
import { readClockMs, readIsoDayMs } from "./log-time.ts";
import { findClosingQuote } from "./quoted-field.ts";

/*
 * Logs in the W3C's extended format begin with directives:
 *
 *   #Version: 1.0
 *   #Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent) ...
 *
 * IIS separates values by a space, and writes `+` for a space within one. Only a value in quotes,
 * such as a cookie, may have spaces. IIS writes the directives again when it starts or its settings
 * change. CloudFront separates values by a tab, and percent-encodes characters in them, `%` among
 * them; agents can be encoded twice.
 */

/** Reads the extended format of the W3C, as IIS and CloudFront write it. */
export const w3c: LogFormat = {
  name: "w3c",
  detects: isFields,
  createReader,
  findProblem(firstLines) {
    const fields = firstLines.find(isFields);
    if (fields === undefined) return fileProblem("w3c_no_fields");
    const names = fieldNames(fields).map((name) => name.toLowerCase());
    const missing = required.filter((name) => !names.includes(name.toLowerCase()));
    if (missing.length === 0) return undefined;
    return fileProblem("w3c_fields", { fields: missing.join(", ") });
  },
  withoutAgents: fileProblem("agents_w3c"),
  referrersHint: "add cs(Referer) to the fields that the server logs",
};

const required = [
  "date",
  "time",
  "c-ip",
  "cs-method",
  "cs-uri-stem",
  "sc-status",
  "cs(User-Agent)",
];

/** Where the values of an entry stand; -1 if the log does not have them. */
interface Columns {
  readonly count: number;
  readonly date: number;
  readonly time: number;
  readonly ip: number;
  readonly method: number;
  readonly stem: number;
  readonly query: number;
  readonly status: number;
  readonly userAgent: number;
  readonly referrer: number;
  readonly hosts: readonly number[];
  readonly contentType: number;
  readonly isCloudFront: boolean;
}

function createReader(): LogReader {
  let columns: Columns | undefined;
  return (line) => {
    if (!line.startsWith("#")) return columns === undefined ? undefined : readEntry(line, columns);
    if (isFields(line)) columns = findColumns(line);
    return "comment";
  };
}

function isFields(line: string): boolean {
  return line.slice(0, 8).toLowerCase() === "#fields:";
}

function fieldNames(fields: string): string[] {
  return fields
    .slice("#Fields:".length)
    .split(/[ \t]/)
    .filter((name) => name !== "");
}

/** Returns undefined if the entries lack a value that no import can do without. */
function findColumns(fields: string): Columns | undefined {
  const names = fieldNames(fields).map((name) => name.toLowerCase());
  const at = (name: string) => names.indexOf(name.toLowerCase());
  if (required.some((name) => at(name) === -1)) return undefined;
  return {
    count: names.length,
    date: at("date"),
    time: at("time"),
    ip: at("c-ip"),
    method: at("cs-method"),
    stem: at("cs-uri-stem"),
    query: at("cs-uri-query"),
    status: at("sc-status"),
    userAgent: at("cs(User-Agent)"),
    referrer: at("cs(Referer)"),
    // In CloudFront's logs, cs(Host) is the distribution and x-host-header what the visitor sees.
    hosts: [at("x-host-header"), at("cs(Host)"), at("cs-host")].filter((column) => column !== -1),
    contentType: at("sc-content-type"),
    isCloudFront: names.some((name) => name.startsWith("x-edge-")),
  };
}

function readEntry(line: string, columns: Columns): LogLine | undefined {
  const values = splitEntry(line, columns);
  if (values === undefined) return undefined;
  const dayMs = readIsoDayMs(values[columns.date] ?? "");
  const clockMs = readClockMs(values[columns.time] ?? "", 0);
  if (dayMs === undefined || clockMs === undefined) return undefined;
  const { isCloudFront } = columns;
  const method = valueAt(values, columns.method);
  return {
    timeMs: dayMs + clockMs,
    ip: valueAt(values, columns.ip),
    method,
    target: method === "" ? "" : targetOf(values, columns),
    status: Number(valueAt(values, columns.status)) || 0,
    referrer: referrerOf(values, columns),
    userAgent: decodeAgent(valueAt(values, columns.userAgent), isCloudFront),
    host: hostOf(values, columns),
    contentType: valueAt(values, columns.contentType),
  };
}

/**
 * Returns the values of an entry. A space within a value, as in a user's name, would shift all
 * values after it, so the result is undefined unless a value in quotes has the spaces.
 */
function splitEntry(line: string, { count }: Columns): readonly string[] | undefined {
  if (line.includes("\t")) return sameCount(line.split("\t"), count);
  const entry = line.trimEnd();
  const values = sameCount(entry.split(" "), count);
  return values ?? (entry.includes('"') ? sameCount(splitQuoted(entry), count) : undefined);
}

function sameCount(values: readonly string[], count: number): readonly string[] | undefined {
  return values.length === count ? values : undefined;
}

/** Returns the values of an entry, where one may stand in quotes and have spaces. */
function splitQuoted(entry: string): string[] {
  const values: string[] = [];
  // A quote that closes nothing is not looked for again, as each search costs the rest of the line.
  let mayClose = true;
  for (let at = 0; at <= entry.length; ) {
    const isQuoted: boolean = mayClose && entry.startsWith('"', at);
    const quote: number = isQuoted ? findClosingQuote(entry, at + 1) : -1;
    if (isQuoted) mayClose = quote !== -1;
    const space = quote === -1 ? entry.indexOf(" ", at) : quote + 1;
    const end = space === -1 ? entry.length : space;
    values.push(quote === -1 ? entry.slice(at, end) : entry.slice(at + 1, quote));
    at = end + 1;
  }
  return values;
}

/** Returns a value, or "" if the log does not have it or it is `-`. */
function valueAt(values: readonly string[], column: number): string {
  const value = values[column];
  return value === undefined || value === "-" ? "" : value;
}

function targetOf(values: readonly string[], columns: Columns): string {
  const stem = valueAt(values, columns.stem);
  const query = valueAt(values, columns.query);
  const target = query === "" ? stem : `${stem}?${query}`;
  return columns.isCloudFront ? restorePercents(target) : target;
}

function referrerOf(values: readonly string[], columns: Columns): string | undefined {
  if (columns.referrer === -1) return undefined;
  const referrer = valueAt(values, columns.referrer);
  return columns.isCloudFront ? restorePercents(referrer) : referrer;
}

function hostOf(values: readonly string[], { hosts }: Columns): string {
  for (const column of hosts) {
    const host = valueAt(values, column);
    if (host !== "") return host;
  }
  return "";
}

/** Returns a URL as it was before CloudFront encoded its `%`. */
function restorePercents(url: string): string {
  return url.includes("%25") ? url.replace(/%25(?=[0-9A-Fa-f]{2})/g, "%") : url;
}

const encoded = /%[0-9A-Fa-f]{2}/;

function decodeAgent(text: string, isCloudFront: boolean): string {
  if (!isCloudFront && !/%(?:25)?20/.test(text)) return text.replaceAll("+", " ");
  const agent = decodePercents(text);
  return encoded.test(agent) ? decodePercents(agent) : agent;
}

function decodePercents(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // Some of it is no UTF-8, or a `%` stands alone. The rest may still be read.
    return text.replaceAll(/%([2-7][0-9A-Fa-f])/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
