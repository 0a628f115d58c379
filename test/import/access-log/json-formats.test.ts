import { describe, expect, test } from "vitest";

import { caddy } from "../../../src/import/access-log/caddy.ts";
import { cloudflare } from "../../../src/import/access-log/cloudflare.ts";
import type { LogFormat } from "../../../src/import/access-log/log-format.ts";
import { traefik } from "../../../src/import/access-log/traefik.ts";
import { caddyEntry, cloudflareEntry, firefox, timeMs, traefikEntry } from "./samples.ts";

function read(format: LogFormat, entry: object) {
  return format.createReader()(JSON.stringify(entry));
}

describe("caddy", () => {
  test.each([
    ["seconds", 1_779_012_303, 0],
    ["seconds with a fraction", 1_779_012_303.524_102_4, 524],
    ["milliseconds", 1_779_012_303_524.5, 525],
    ["nanoseconds", 1_779_012_303_524_102_400, 524],
    ["ISO 8601 with an offset", "2026-05-17T12:05:03.524+0200", 524],
    ["RFC 3339", "2026-05-17T10:05:03Z", 0],
    ["RFC 3339 with nanoseconds", "2026-05-17T10:05:03.524102400Z", 524],
    ["wall time", "2026/05/17 10:05:03.524", 524],
  ])("the time can be in %s", (_what, ts, millis) => {
    expect(read(caddy, { ...caddyEntry, ts })).toMatchObject({ timeMs: timeMs + millis });
  });

  test.each([undefined, null, "", "yesterday", "2026-02-31T10:05:03Z", -1, 0, true, {}])(
    "%s is no time",
    (ts) => expect(read(caddy, { ...caddyEntry, ts })).toBeUndefined(),
  );

  test.each([
    [{ client_ip: undefined }, "10.0.0.1"],
    [{ client_ip: undefined, remote_ip: undefined, remote_addr: "192.0.2.7:4711" }, "192.0.2.7"],
    [{ client_ip: undefined, remote_ip: undefined, remote_addr: "[2001:db8::7]:1" }, "2001:db8::7"],
    [{ client_ip: undefined, remote_ip: undefined }, ""],
  ])("the client of %j is %s", (request, ip) => {
    const entry = { ...caddyEntry, request: { ...caddyEntry.request, ...request } };
    expect(read(caddy, entry)).toMatchObject({ ip });
  });

  test.each(["http.log.error.log0", "tls.obtain", "admin"])(
    "a line of the logger %s is passed over",
    (logger) => {
      expect(read(caddy, { ...caddyEntry, logger })).toBe("comment");
    },
  );

  test("a log without loggers is read", () => {
    expect(read(caddy, { ...caddyEntry, logger: undefined })).toMatchObject({ status: 200 });
  });

  test("the type is that of the answer, not of the request", () => {
    const headers = { ...caddyEntry.request.headers, "Content-Type": ["application/json"] };
    const entry = { ...caddyEntry, request: { ...caddyEntry.request, headers } };
    expect(read(caddy, entry)).toMatchObject({ contentType: "text/html; charset=utf-8" });
    expect(read(caddy, { ...entry, resp_headers: undefined })).toHaveProperty(
      "contentType",
      undefined,
    );
  });

  test("escapes and quotes in texts are decoded, and hide no keys", () => {
    const uri = '/a?q="uri":"/fake","status":404\\é€😀\u0001';
    const headers = { ...caddyEntry.request.headers, "User-Agent": ['x","uri":"/fake'] };
    const entry = { ...caddyEntry, request: { ...caddyEntry.request, uri, headers } };
    expect(read(caddy, entry)).toMatchObject({
      target: uri,
      userAgent: 'x","uri":"/fake',
      status: 200,
    });
    const ascii = JSON.stringify(entry).replace("é", String.raw`\u00e9`);
    expect(caddy.createReader()(ascii)).toMatchObject({ target: uri });
  });

  test("headers may be texts, lists of several, or empty", () => {
    const headers = { "User-Agent": firefox, Referer: ["https://a.example/", "b"] };
    const entry = { ...caddyEntry, request: { ...caddyEntry.request, headers } };
    expect(read(caddy, entry)).toMatchObject({
      userAgent: firefox,
      referrer: "https://a.example/",
    });
    const empty = { ...entry, request: { ...entry.request, headers: { "User-Agent": [] } } };
    expect(read(caddy, empty)).toMatchObject({ userAgent: "", referrer: undefined });
  });
});

describe("traefik", () => {
  test("the status is the client's, or else the origin's", () => {
    expect(read(traefik, { ...traefikEntry, OriginStatus: 500 })).toMatchObject({ status: 200 });
    const entry = { ...traefikEntry, DownstreamStatus: undefined, OriginStatus: 404 };
    expect(read(traefik, entry)).toMatchObject({ status: 404 });
  });

  test("the time is the start in UTC, else the local start, else the time of the line", () => {
    const { StartUTC: _utc, ...local } = traefikEntry;
    const { StartLocal: _local, ...written } = local;
    expect(read(traefik, local)).toMatchObject({ timeMs: timeMs + 250 });
    expect(read(traefik, written)).toMatchObject({ timeMs: timeMs + 1_000 });
    expect(read(traefik, { ...written, time: undefined })).toBeUndefined();
  });

  test("an address with port takes the place of a missing one without", () => {
    expect(read(traefik, { ...traefikEntry, ClientHost: undefined })).toMatchObject({
      ip: "203.0.113.9",
    });
  });

  test("headers that Traefik keeps of the answer tell its type", () => {
    const entry = { ...traefikEntry, "origin_Content-Type": "application/json" };
    expect(read(traefik, entry)).toMatchObject({ contentType: "application/json" });
  });

  test("a redacted header counts as missing", () => {
    expect(read(traefik, { ...traefikEntry, request_Referer: "REDACTED" })).toHaveProperty(
      "referrer",
      undefined,
    );
  });

  test("Traefik's own log is passed over", () => {
    expect(read(traefik, { level: "info", msg: "started", time: "2026-05-17T10:05:03Z" })).toBe(
      "comment",
    );
  });
});

describe("cloudflare", () => {
  test.each([
    ["RFC 3339", "2026-05-17T10:05:03Z", 0],
    ["Unix seconds", 1_779_012_303, 0],
    ["Unix nanoseconds", 1_779_012_303_250_000_000, 250],
  ])("the time can be in %s", (_what, EdgeStartTimestamp, millis) => {
    const entry = { ...cloudflareEntry, EdgeStartTimestamp };
    expect(read(cloudflare, entry)).toMatchObject({ timeMs: timeMs + millis });
  });

  test("the path takes the place of a URI that the job does not log", () => {
    const entry = { ...cloudflareEntry, ClientRequestURI: undefined };
    expect(read(cloudflare, entry)).toMatchObject({ target: "/a" });
  });

  test("a missing referrer differs from an empty one", () => {
    const without = { ...cloudflareEntry, ClientRequestReferer: undefined };
    expect(read(cloudflare, without)).toHaveProperty("referrer", undefined);
    const empty = { ...cloudflareEntry, ClientRequestReferer: "" };
    expect(read(cloudflare, empty)).toHaveProperty("referrer", "");
  });

  test("a Worker's request is passed over, as the visitor's own has a line", () => {
    expect(read(cloudflare, { ...cloudflareEntry, WorkerSubrequest: true })).toBe("comment");
  });
});
