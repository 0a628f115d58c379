import { describe, expect, test } from "vitest";

import {
  detectFormat,
  findProblem,
  formatNamed,
  formatNames,
} from "../../../src/import/access-log/formats.ts";
import { expectCpuTimeBelow } from "../../helpers/cpu-time.ts";
import {
  albLine,
  caddyEntry,
  cloudFrontHeader,
  cloudFrontLine,
  cloudflareEntry,
  combinedLine,
  firefox,
  iisHeader,
  logs,
  timeMs,
  traefikEntry,
} from "./samples.ts";

const names = Object.keys(logs);

function nameOf(log: string): string {
  return log === "cloudFront" ? "w3c" : log;
}

function readAll(lines: readonly string[]) {
  const read = detectFormat(lines)?.createReader();
  return lines.map((line) => read?.(line));
}

test("the formats have these names", () => {
  expect(formatNames).toEqual([
    "combined",
    "caddy",
    "traefik",
    "w3c",
    "alb",
    "cloudflare",
    "nginx-json",
    "haproxy",
    "nginx-proxy-manager",
  ]);
  expect(formatNamed("alb")?.name).toBe("alb");
  expect(formatNamed("nginx")).toBeUndefined();
});

test.each(names)("a line of %s gives every value", (log) => {
  const line = readAll(logs[log] ?? []).at(-1);

  expect(line).toMatchObject({
    ip: "203.0.113.9",
    method: "GET",
    target: "/a?b=1",
    status: 200,
    userAgent: firefox,
  });
  if (typeof line !== "object") throw new Error("not a request");
  expect(line.referrer).toBe(log === "alb" ? undefined : "https://www.example.org/");
  expect(Math.floor(line.timeMs / 1000) * 1000).toBe(timeMs);
  const hasMillis = ["caddy", "traefik", "alb", "haproxy"].includes(log);
  expect(line.timeMs % 1000).toBe(hasMillis ? 250 : 0);
  const host = line.host?.replace(/:\d+$/, "") || undefined;
  expect(host).toBe(["combined", "w3c"].includes(log) ? undefined : "www.example.com");
});

describe("detection", () => {
  test.each(names)("%s is detected by one line", (log) => {
    expect(detectFormat(logs[log] ?? [])?.name).toBe(nameOf(log));
  });

  test.each(names)("%s is detected behind lines that tell nothing", (log) => {
    const lines = [
      "# made by hand",
      '2 HTTP/1.1" 200 12',
      '{"msg":"started"}',
      ...(logs[log] ?? []),
    ];
    expect(detectFormat(lines)?.name).toBe(nameOf(log));
  });

  test.each(names)("the lines of %s fit no other format", (log) => {
    const others = formatNames.filter((name) => name !== nameOf(log));
    const detecting = others.filter((name) =>
      logs[log]?.some((line) => formatNamed(name)?.detects(line)),
    );
    expect(detecting).toEqual([]);
  });

  test("keys with spaces around the colon are read as well", () => {
    for (const entry of [caddyEntry, traefikEntry, cloudflareEntry]) {
      const spaced = JSON.stringify(entry, undefined, 1).replaceAll(/\n\s*/g, " ");
      const [line, same] = readAll([JSON.stringify(entry), spaced]);
      expect(same).toEqual(line);
    }
  });

  test.each([
    ["nothing", []],
    ["an error log", ["2026/05/17 10:07:03 [error] 31#31: *7 open() failed"]],
    ["other JSON", ['{"message":"x","status":200}', "[]", "{}", "null", '"GET"']],
    ["CSV", ["date,page,visitors", "2026-05-17,/a,3"]],
    ["a W3C log without its directives", [logs["w3c"]?.at(-1) ?? ""]],
  ])("%s has no format", (_what, lines) => {
    expect(detectFormat(lines)).toBeUndefined();
  });
});

describe("logs without user agents are refused, and say what to configure", () => {
  const withoutAgent = (text: string) => text.replace(/,?"(?:request_)?User-Agent":[^,}]*/, "");
  const fields = (lines: readonly string[], ...missing: string[]) =>
    lines.map((line) => missing.reduce((text, name) => text.replace(` ${name}`, ""), line));

  test.each([
    ["combined", [combinedLine.replace(/ "https.*/, "")], /no user agents.*"combined"/],
    ["caddy", [withoutAgent(JSON.stringify(caddyEntry))], /no user agents.*headers>User-Agent/],
    [
      "caddy",
      [JSON.stringify({ ...caddyEntry, request: { ...caddyEntry.request, headers: undefined } })],
      /no user agents/,
    ],
    ["traefik", [withoutAgent(JSON.stringify(traefikEntry))], /headers\.names\.User-Agent/],
    [
      "traefik",
      [JSON.stringify({ ...traefikEntry, "request_User-Agent": "REDACTED" })],
      /no user agents/,
    ],
    ["w3c", fields(iisHeader, "cs(User-Agent)"), /#Fields lack cs\(User-Agent\); add them/],
    ["w3c", fields(iisHeader, "cs(User-Agent)", "c-ip"), /lack c-ip, cs\(User-Agent\)/],
    ["w3c", [logs["w3c"]?.at(-1) ?? ""], /does not begin with #Fields/],
    [
      "cloudflare",
      [JSON.stringify({ ...cloudflareEntry, ClientRequestUserAgent: undefined })],
      /lack ClientRequestUserAgent; add them to the fields of the Logpush job/,
    ],
    [
      "cloudflare",
      ['{"ClientIP":"203.0.113.9","EdgeStartTimestamp":1}'],
      /lack ClientRequestMethod, .*, ClientRequestURI/,
    ],
  ])("%s", (name, lines, problem) => {
    const format = formatNamed(name);
    if (format === undefined) throw new Error(`no format ${name}`);
    expect(findProblem(format, lines)).toMatch(problem);
  });

  test.each(names)("%s with all it needs is not", (log) => {
    const format = formatNamed(nameOf(log));
    if (format === undefined) throw new Error(`no format ${log}`);
    expect(findProblem(format, logs[log] ?? [])).toBeUndefined();
  });

  test("a client that sends no agent is no reason, where others send one", () => {
    const lines = [withoutAgent(JSON.stringify(caddyEntry)), JSON.stringify(caddyEntry)];
    const format = formatNamed("caddy");
    expect(format && findProblem(format, lines)).toBeUndefined();
  });
});

describe("hostile lines", () => {
  const long = 60_000;
  const parts = [
    "[",
    " [",
    '"',
    '\\"',
    "\\",
    '" "',
    "\t",
    " ",
    "{",
    '{"',
    '"uri":',
    '"uri" ',
    "%25",
  ];

  test.each(names)("a long one of %s costs no more than its length", (log) => {
    const [sample = ""] = (logs[log] ?? []).slice(-1);
    for (const part of parts) {
      const filler = part.repeat(long / part.length);
      const lines = [
        filler,
        `{${filler}}`,
        sample.replace("/a", `/${filler}`),
        sample.replace("Mozilla", filler),
        `${sample.slice(0, 40)}${filler}${sample.slice(40)}`,
      ];
      const read = formatNamed(nameOf(log))?.createReader();
      for (const line of logs[log]?.slice(0, -1) ?? []) read?.(line);
      const readAndDetect = () => {
        for (const line of lines) {
          read?.(line);
          detectFormat([line]);
        }
      };
      expectCpuTimeBelow(1_000, readAndDetect, part);
    }
  });

  test.each(names)("no line of %s that is cut anywhere throws", (log) => {
    const lines = logs[log] ?? [];
    const last = lines.at(-1) ?? "";
    const read = formatNamed(nameOf(log))?.createReader();
    for (const line of lines.slice(0, -1)) read?.(line);
    for (let end = 0; end < last.length; end += 1) {
      for (const text of [last.slice(0, end), `${last.slice(0, end)}}`, last.slice(end)]) {
        const line = read?.(text);
        if (typeof line === "object") expect(line.timeMs).toBeGreaterThan(0);
      }
    }
  });

  test("a Caddy line that is cut is unreadable", () => {
    expect(readAll([JSON.stringify(caddyEntry), JSON.stringify(caddyEntry).slice(0, 400)])[1]).toBe(
      undefined,
    );
    expect(readAll([albLine, albLine.slice(0, 200)])[1]).toBeUndefined();
    expect(readAll([...cloudFrontHeader, cloudFrontLine().slice(0, 200)]).at(-1)).toBeUndefined();
  });
});
