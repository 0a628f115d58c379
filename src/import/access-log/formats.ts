import type { FileProblem } from "../../model/import-problems.ts";
import { alb } from "./alb.ts";
import { caddy } from "./caddy.ts";
import { cloudflare } from "./cloudflare.ts";
import { combined } from "./combined.ts";
import { haproxy } from "./haproxy.ts";
import type { LogFormat } from "./log-format.ts";
import { nginxJson } from "./nginx-json.ts";
import { nginxProxyManager } from "./nginx-proxy-manager.ts";
import { traefik } from "./traefik.ts";
import { w3c } from "./w3c.ts";

/** No line fits several of them. */
const formats: readonly LogFormat[] = [
  combined,
  caddy,
  traefik,
  w3c,
  alb,
  cloudflare,
  nginxJson,
  haproxy,
  nginxProxyManager,
];

export const formatNames: readonly string[] = formats.map(({ name }) => name);

export function formatNamed(name: string): LogFormat | undefined {
  return formats.find((format) => format.name === name);
}

/**
 * Returns the format of the first line that has one. Lines before it may be comments, the rest of a
 * line that rotation cut, or another program's.
 */
export function detectFormat(firstLines: readonly string[]): LogFormat | undefined {
  for (const line of firstLines) {
    const format = formats.find((each) => each.detects(line));
    if (format !== undefined) return format;
  }
  return undefined;
}

/**
 * Returns why no import can count the visitors of a log that begins with these lines, and how to
 * log what they lack; undefined if it can.
 */
export function findProblem(
  format: LogFormat,
  firstLines: readonly string[],
): FileProblem | undefined {
  const problem = format.findProblem?.(firstLines);
  if (problem !== undefined) return problem;
  const read = format.createReader();
  const agents = firstLines
    .map(read)
    .filter((line) => typeof line === "object")
    .map(({ userAgent }) => userAgent);
  const isWithout = agents.length > 0 && agents.every((agent) => agent === undefined);
  return isWithout ? format.withoutAgents : undefined;
}
