import { fileProblem } from "../../model/import-problems.ts";
import { withoutPort } from "./client-ip.ts";
import { JsonLine } from "./json-line.ts";
import type { LogFormat, LogLine } from "./log-format.ts";
import { readTimeMs } from "./log-time.ts";

/** Reads the access log of Traefik with `format: json`, which has headers only on request. */
export const traefik: LogFormat = {
  name: "traefik",
  detects(text) {
    const line = new JsonLine(text);
    return line.isObject && line.has("RequestPath") && readTime(line) !== undefined;
  },
  createReader: () => readLine,
  withoutAgents: fileProblem("agents_traefik"),
  referrersHint: 'set accessLog.fields.headers.names.Referer to "keep"',
};

/** Reads the fields in the order that Traefik writes them in, which is that of their names. */
function readLine(text: string): LogLine | "comment" | undefined {
  const line = new JsonLine(text);
  if (!line.isObject) return undefined;
  const ip = line.text("ClientHost") || withoutPort(line.text("ClientAddr") ?? "");
  // The client may get another status than Traefik got from the origin.
  const status = line.status("DownstreamStatus") || line.status("OriginStatus");
  const host = line.text("RequestHost") || line.text("RequestAddr");
  const method = line.text("RequestMethod");
  const target = line.text("RequestPath");
  // Traefik's own log may go to standard output as well.
  if (method === undefined && target === undefined) return "comment";
  const timeMs = readTime(line);
  if (timeMs === undefined) return undefined;
  return {
    timeMs,
    ip,
    method: method ?? "",
    target: target ?? "",
    status,
    contentType: line.text("downstream_Content-Type") ?? line.text("origin_Content-Type"),
    referrer: readHeader(line, "request_Referer"),
    userAgent: readHeader(line, "request_User-Agent"),
    host,
  };
}

function readTime(line: JsonLine): number | undefined {
  return readTimeMs(line.scalar("StartUTC") ?? line.scalar("StartLocal") ?? line.scalar("time"));
}

/** Returns the header, or undefined if Traefik dropped or redacted it. */
function readHeader(line: JsonLine, name: string): string | undefined {
  const value = line.text(name);
  return value === "REDACTED" ? undefined : value;
}
