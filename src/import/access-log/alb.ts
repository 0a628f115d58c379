import { fileProblem } from "../../model/import-problems.ts";
import { withoutPort } from "./client-ip.ts";
import type { LogFormat, LogLine } from "./log-format.ts";
import { digit, readTimeMs, twoDigits } from "./log-time.ts";
import { findClosingQuote, readField } from "./quoted-field.ts";

/*
 * One line of an Application Load Balancer's access log:
 *
 *   type time elb client:port target:port 3 durations elb_status target_status 2 sizes
 *   "METHOD protocol://host:port/path HTTP/x" "agent" ...
 *
 * None of the fields before the request holds a space.
 */

const statusField = 8;
const requestField = 12;

/** Reads the access log of an Application Load Balancer of AWS, which never has referrers. */
export const alb: LogFormat = {
  name: "alb",
  detects: (line) => typePattern.test(line),
  createReader: () => readLine,
  withoutAgents: fileProblem("agents_alb"),
  referrersHint: "load balancers of AWS do not log them",
};

const typePattern = /^(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\dZ]+ /;

function readLine(line: string): LogLine | undefined {
  const starts = fieldStarts(line);
  if (starts === undefined || !typePattern.test(line)) return undefined;
  const [, timeStart = 0, elbStart = 0, clientStart = 0, targetStart = 0] = starts;
  const timeMs = readTimeMs(line.slice(timeStart, elbStart - 1));
  const requestStart = (starts[requestField] ?? 0) + 1;
  const requestEnd = findClosingQuote(line, requestStart);
  if (timeMs === undefined || requestEnd === -1) return undefined;
  const agentStart = requestEnd + 3;
  const agentEnd = line.startsWith(' "', requestEnd + 1) ? findClosingQuote(line, agentStart) : -1;
  if (agentEnd === -1) return undefined;
  const request = readField(line, requestStart, requestEnd);
  return {
    timeMs,
    ip: withoutPort(line.slice(clientStart, targetStart - 1)),
    ...readRequest(request),
    status: readStatus(line, starts[statusField] ?? 0),
    referrer: undefined,
    userAgent: readField(line, agentStart, agentEnd),
  };
}

/** Returns where the fields up to the request start, or undefined if a quote does not open it. */
function fieldStarts(line: string): number[] | undefined {
  const starts = [0];
  for (let at = line.indexOf(" "); starts.length <= requestField; at = line.indexOf(" ", at + 1)) {
    if (at === -1) return undefined;
    starts.push(at + 1);
  }
  return line.charAt(starts[requestField] ?? 0) === '"' ? starts : undefined;
}

function readStatus(line: string, at: number): number {
  const status = twoDigits(line, at) * 10 + digit(line, at + 2);
  return line.charAt(at + 3) === " " && status > 0 ? status : 0;
}

/** Reads `GET https://example.com:443/path?query HTTP/2.0`. A broken request has `-` in it. */
function readRequest(request: string): Pick<LogLine, "method" | "target" | "host"> {
  const methodEnd = request.indexOf(" ");
  const urlEnd = request.lastIndexOf(" ");
  const method = request.slice(0, Math.max(methodEnd, 0));
  const url = request.slice(methodEnd + 1, urlEnd);
  const scheme = url.indexOf("://");
  if (method === "" || method === "-" || urlEnd <= methodEnd || scheme === -1) {
    return { method: "", target: "", host: undefined };
  }
  const hostStart = scheme + 3;
  const slash = url.indexOf("/", hostStart);
  if (slash === -1) return { method, target: "/", host: url.slice(hostStart) };
  return { method, target: url.slice(slash), host: url.slice(hostStart, slash) };
}
