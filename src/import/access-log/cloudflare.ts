import { fileProblem } from "../../model/import-problems.ts";
import { JsonLine } from "./json-line.ts";
import type { LogFormat, LogLine } from "./log-format.ts";
import { readTimeMs } from "./log-time.ts";

/** Reads the dataset `http_requests` of Cloudflare's Logpush as NDJSON. */
export const cloudflare: LogFormat = {
  name: "cloudflare",
  detects(text) {
    const line = new JsonLine(text);
    return line.isObject && required.filter((name) => line.has(name)).length > 1;
  },
  createReader: () => readLine,
  findProblem(firstLines) {
    const line = firstLines.map((text) => new JsonLine(text)).find(({ isObject }) => isObject);
    if (line === undefined) return undefined;
    const missing = required.filter((name) => !line.has(name));
    if (!line.has("ClientRequestURI") && !line.has("ClientRequestPath")) {
      missing.push("ClientRequestURI");
    }
    if (missing.length === 0) return undefined;
    return fileProblem("cloudflare_fields", { fields: missing.join(", ") });
  },
  withoutAgents: fileProblem("agents_cloudflare"),
  referrersHint: "add ClientRequestReferer to the fields of the Logpush job",
};

const required = [
  "ClientIP",
  "ClientRequestMethod",
  "ClientRequestUserAgent",
  "EdgeResponseStatus",
  "EdgeStartTimestamp",
];

/** Reads the fields in the order of their names, which most jobs write them in. */
function readLine(text: string): LogLine | "comment" | undefined {
  const line = new JsonLine(text);
  if (!line.isObject) return undefined;
  const ip = line.text("ClientIP") ?? "";
  const host = line.text("ClientRequestHost");
  const method = line.text("ClientRequestMethod") ?? "";
  const path = line.text("ClientRequestPath");
  const referrer = line.text("ClientRequestReferer");
  const target = line.text("ClientRequestURI") || (path ?? "");
  const userAgent = line.text("ClientRequestUserAgent");
  const contentType = line.text("EdgeResponseContentType");
  const status = line.status("EdgeResponseStatus");
  const timeMs = readTimeMs(line.scalar("EdgeStartTimestamp"));
  // A Worker asked on behalf of a visitor, whose own request has a line of its own.
  if (line.isTrue("WorkerSubrequest")) return "comment";
  if (timeMs === undefined) return undefined;
  return { timeMs, ip, host, method, target, status, referrer, userAgent, contentType };
}
