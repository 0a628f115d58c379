import { fileProblem } from "../../model/import-problems.ts";
import { JsonLine } from "./json-line.ts";
import type { LogFormat, LogLine, LogReader } from "./log-format.ts";
import { readServerTimeMs, readTimeMs } from "./log-time.ts";

/**
 * The names that a `log_format` may give to the values, the best one first. nginx has no names of
 * its own for JSON: most people take those of its variables, or shorten them.
 */
const keys = {
  time: ["time_iso8601", "msec", "time_local", "@timestamp", "timestamp", "time", "datetime"],
  ip: ["remote_addr", "remote_ip", "client_ip", "clientip", "client", "ip"],
  request: ["request"],
  method: ["request_method", "method", "verb"],
  target: ["request_uri", "uri", "path", "url"],
  query: ["args", "query_string", "query"],
  status: ["status", "status_code", "response_status", "response"],
  referrer: ["http_referer", "http_referrer", "referer", "referrer"],
  userAgent: ["http_user_agent", "user_agent", "useragent", "agent"],
  host: ["host", "http_host", "server_name", "vhost", "domain"],
  contentType: ["sent_http_content_type"],
} as const;

/** The key of each value in the lines of a log; undefined for a value that they lack. */
type Keys = Readonly<Record<keyof typeof keys, string | undefined>>;

/** Reads JSON that nginx writes by a `log_format` with `escape=json`. */
export const nginxJson: LogFormat = {
  name: "nginx-json",
  detects(text) {
    const line = new JsonLine(text);
    if (!line.isObject || line.isNested("request")) return false;
    const found = findKeys(line);
    return isRequest(found) && readTime(line, found) !== undefined;
  },
  createReader,
  withoutAgents: fileProblem("agents_nginx"),
  referrersHint: 'add "http_referer":"$http_referer" to the log_format',
};

function isRequest({ time, ip, status, request, method, target }: Keys): boolean {
  const hasRequest = request !== undefined || (method !== undefined && target !== undefined);
  return time !== undefined && ip !== undefined && status !== undefined && hasRequest;
}

/** nginx writes the same keys into each line, so they are looked for once. */
function createReader(): LogReader {
  let found: Keys | undefined;
  return (text) => {
    const line = new JsonLine(text);
    if (!line.isObject) return undefined;
    if (found?.status === undefined || !line.has(found.status)) found = findKeys(line);
    // A program behind nginx may log to the same file.
    return isRequest(found) ? readLine(line, found) : "comment";
  };
}

function findKeys(line: JsonLine): Keys {
  const found = Object.entries(keys).map(([value, names]) => [
    value,
    names.find((name) => line.has(name)),
  ]);
  return Object.fromEntries(found) as Keys;
}

function readLine(line: JsonLine, found: Keys): LogLine | undefined {
  const timeMs = readTime(line, found);
  if (timeMs === undefined) return undefined;
  const host = textOf(line, found.host);
  return {
    timeMs,
    ip: textOf(line, found.ip) ?? "",
    ...readRequest(line, found),
    status: found.status === undefined ? 0 : line.status(found.status),
    referrer: textOf(line, found.referrer),
    userAgent: textOf(line, found.userAgent),
    // The name of a server that takes what no other one does.
    host: host === "_" ? "" : host,
    contentType: textOf(line, found.contentType),
  };
}

function textOf(line: JsonLine, key: string | undefined): string | undefined {
  return key === undefined ? undefined : line.text(key);
}

/** Reads the time in any of nginx's forms; `msec` may stand in quotes. */
function readTime(line: JsonLine, { time }: Keys): number | undefined {
  const value = time === undefined ? undefined : line.scalar(time);
  if (typeof value !== "string") return readTimeMs(value);
  if (/^\d{9,13}(?:\.\d+)?$/.test(value)) return readTimeMs(Number(value));
  return value.charAt(2) === "/" ? readServerTimeMs(value, 0) : readTimeMs(value);
}

/** Reads the request as the client sent it, or else its parts. `$uri` comes without the query. */
function readRequest(line: JsonLine, found: Keys): Pick<LogLine, "method" | "target"> {
  const method = textOf(line, found.method);
  const target = textOf(line, found.target);
  if (found.request !== undefined && (found.target !== "request_uri" || method === undefined)) {
    const [, sent = "", target = ""] =
      /^([A-Za-z-]+) (.+?)(?: HTTP\/\S*)?$/.exec(textOf(line, found.request) ?? "") ?? [];
    return { method: sent, target };
  }
  const query = target?.includes("?") === false ? (textOf(line, found.query) ?? "") : "";
  return { method: method ?? "", target: `${target ?? ""}${query === "" ? "" : `?${query}`}` };
}
