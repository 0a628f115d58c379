import { fileProblem } from "../../model/import-problems.ts";
import { withoutPort } from "./client-ip.ts";
import { JsonLine } from "./json-line.ts";
import type { LogFormat, LogLine } from "./log-format.ts";
import { readTimeMs } from "./log-time.ts";

/**
 * Reads the JSON of Caddy's `log` directive. Caddy may write its other logs to the same file. They
 * are told apart by `logger`; `http.log.error` repeats requests that the access log has as well.
 */
export const caddy: LogFormat = {
  name: "caddy",
  detects(text) {
    const line = new JsonLine(text);
    return line.isObject && isAccess(line) && isRequest(line);
  },
  createReader: () => readLine,
  withoutAgents: fileProblem("agents_caddy"),
  referrersHint: 'no filter of the directive "log" may delete request>headers>Referer',
};

function readLine(text: string): LogLine | "comment" | undefined {
  const line = new JsonLine(text);
  if (!line.isObject) return undefined;
  const timeMs = readTimeMs(line.scalar("ts"));
  if (!isAccess(line)) return "comment";
  if (timeMs === undefined || !line.has("request")) return undefined;
  return {
    timeMs,
    ip: readClient(line),
    method: line.text("method") ?? "",
    host: line.text("host"),
    target: line.text("uri") ?? "",
    userAgent: line.text("User-Agent"),
    referrer: line.text("Referer"),
    status: line.status("status"),
    // Requests may have a type as well.
    contentType: line.has("resp_headers") ? line.text("Content-Type") : undefined,
  };
}

/** Returns the client behind trusted proxies, which only later versions of Caddy log. */
function readClient(line: JsonLine): string {
  const ip = line.text("client_ip") ?? line.text("remote_ip");
  return ip ?? withoutPort(line.text("remote_addr") ?? "");
}

function isAccess(line: JsonLine): boolean {
  return line.text("logger")?.startsWith("http.log.access") !== false;
}

function isRequest(line: JsonLine): boolean {
  return line.isNested("request") && line.has("uri");
}
