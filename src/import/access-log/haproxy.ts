import { fileProblem } from "../../model/import-problems.ts";
import { withoutPort } from "./client-ip.ts";
import type { LogFormat, LogLine } from "./log-format.ts";
import { digit, readLocalTimeMs, readServerTimeMs, twoDigits } from "./log-time.ts";

/*
 * One line of `option httplog`, behind what syslog may write in front:
 *
 *   client:port [17/May/2015:10:05:03.123] frontend backend/server 10/0/30/69/109 status bytes
 *   - - ---- 1/1/1/1/0 0/0 {request headers} {response headers} "METHOD target HTTP/x" ...
 *
 * The headers are those that the frontend captures, in its order and separated by `|`. HAProxy
 * writes a byte as `#` and two digits if it is none of ASCII, a quote, a brace, `|` or `#`.
 */

/** The number of fields between time and headers, and the place of the status among them. */
const fieldsCount = 10;
const statusField = 3;

/** Reads the HTTP log of HAProxy, which has headers only where the frontend captures them. */
export const haproxy: LogFormat = {
  name: "haproxy",
  detects: (line) => parseLine(line) !== undefined,
  createReader: () => readLine,
  findProblem(firstLines) {
    const agents = firstLines.flatMap((line) => parseLine(line)?.userAgent || []);
    // An agent has a version behind a slash; a host or an id has none.
    const isOther = agents.length > 0 && agents.every((agent) => !agent.includes("/"));
    return isOther ? fileProblem("haproxy_captures") : undefined;
  },
  withoutAgents: fileProblem("agents_haproxy"),
  referrersHint: "capture the request headers User-Agent, Referer and Host, in this order",
};

function readLine(line: string): LogLine | "comment" | undefined {
  return parseLine(line) ?? (isMessage(line) ? "comment" : undefined);
}

/** Returns whether the line is about no request: a start, the state of a server, a failed TLS. */
function isMessage(line: string): boolean {
  const stamp = findTimeStamp(line);
  if (stamp === -1) return line.includes("haproxy[");
  return /^\] \S+: /.test(line.slice(line.indexOf("] ", stamp)));
}

function parseLine(line: string): LogLine | undefined {
  const stamp = findTimeStamp(line);
  if (stamp === -1) return undefined;
  const stampEnd = line.indexOf("] ", stamp);
  const timeMs = readTime(line, stamp + 1);
  const fields = skipFields(line, stampEnd + 2);
  if (timeMs === undefined || fields === undefined) return undefined;
  const headersEnd = line.startsWith("{", fields.end) ? line.indexOf("} ", fields.end) : -1;
  const quote = line.indexOf('"', headersEnd === -1 ? fields.end : headersEnd);
  const requestEnd = quote === -1 ? -1 : line.indexOf('"', quote + 1);
  if (requestEnd === -1) return undefined;
  const headers =
    headersEnd === -1
      ? []
      : line
          .slice(fields.end + 1, headersEnd)
          .split("|")
          .map(decode);
  const [userAgent, referrer, host] = headers;
  return {
    timeMs,
    ip: withoutPort(line.slice(line.lastIndexOf(" ", stamp - 2) + 1, stamp - 1)),
    ...readRequest(decode(line.slice(quote + 1, requestEnd))),
    status: fields.status,
    referrer,
    userAgent,
    host,
  };
}

/** Returns the offset of the `[` before `17/May/2015:10:05:03`, or -1. */
function findTimeStamp(line: string): number {
  let at = line.indexOf(" [");
  while (at !== -1 && !isTimeStamp(line, at + 1)) at = line.indexOf(" [", at + 1);
  return at === -1 ? -1 : at + 1;
}

function isTimeStamp(line: string, at: number): boolean {
  return line.charAt(at + 3) === "/" && line.charAt(at + 7) === "/" && line.charAt(at + 12) === ":";
}

/** Reads the time, which is in UTC unless it has a zone, as in another one of HAProxy's forms. */
function readTime(line: string, at: number): number | undefined {
  const millis = line.charAt(at + 20) === "." ? Number(line.slice(at + 21, at + 24)) : 0;
  const isZoned = line.charAt(at + 20) === " ";
  const timeMs = isZoned ? readServerTimeMs(line, at) : readLocalTimeMs(line, at);
  return timeMs === undefined || !(millis >= 0) ? undefined : timeMs + millis;
}

/** Returns the status, and where the fields end; undefined if there are too few, or no status. */
function skipFields(line: string, from: number): { status: number; end: number } | undefined {
  let at = from;
  let status = Number.NaN;
  for (let nth = 0; nth < fieldsCount; nth += 1) {
    if (nth === statusField) status = readStatus(line, at);
    const space = line.indexOf(" ", at);
    if (space === -1) return undefined;
    at = space + 1;
  }
  return Number.isNaN(status) ? undefined : { status, end: at };
}

/** Returns the status; 0 for `-1`, where HAProxy has answered nothing. */
function readStatus(line: string, at: number): number {
  return line.startsWith("-1 ", at) ? 0 : twoDigits(line, at) * 10 + digit(line, at + 2);
}

/** Reads `GET /path?query HTTP/1.1`; over HTTP/2 the target has the host. `<BADREQ>` is none. */
function readRequest(request: string): Pick<LogLine, "method" | "target"> {
  const methodEnd = request.indexOf(" ");
  if (methodEnd <= 0) return { method: "", target: "" };
  const protocol = request.lastIndexOf(" HTTP/");
  const end = protocol > methodEnd ? protocol : request.length;
  return { method: request.slice(0, methodEnd), target: request.slice(methodEnd + 1, end) };
}

/** Returns the text with its bytes in place of their escapes, as UTF-8. */
function decode(text: string): string {
  if (!text.includes("#")) return text === "-" ? "" : text;
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  const decoded = bytes.replace(/#([0-9A-Fa-f]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, "latin1").toString("utf8");
}
