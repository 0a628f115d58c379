import fc from "fast-check";

import type { Surface } from "./requests.ts";
import { type HostileRequest, toWire } from "./wire.ts";

const get = "GET /health HTTP/1.1\r\nHost: x\r\n";
const post = "POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
const tlsHello = "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";

/** Broken HTTP, or HTTP that two readers might read differently. */
const wires = [
  "",
  "\r\n\r\n",
  "\0",
  "GET\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "get / http/1.1\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  "GET  /  HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET * HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET http://x/health HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET http://[/health HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET //x/health HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /\\..\\health HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /\u00ff\u00fe HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /%ff%fe?%ff=%ff HTTP/1.1\r\nHost: x\r\n\r\n",
  "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n",
  "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
  "QUERY /api/event HTTP/1.1\r\nHost: x\r\n\r\n",
  "PURGE / HTTP/1.1\r\nHost: x\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "SSH-2.0-OpenSSH_9.6\r\n",
  `${get}no colon\r\n\r\n`,
  `${get}: empty\r\n\r\n`,
  `${get}a\0b: c\r\n\r\n`,
  `${get}a: b\0c\r\n\r\n`,
  `${get}a: b\r\n folded\r\n\r\n`,
  `${get}a: b\rc\n\r\n`,
  `${get}Host: y\r\n\r\n`,
  `${get}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  `${get}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n`,
  `${get}Expect: 100-continue\r\n\r\n`,
  `${get}Expect: 200-maybe\r\n\r\n`,
  `${get}Content-Length: 5\r\n\r\nhello`,
  `${get}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
  `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}`,
  `${post}Content-Length: 100\r\n\r\n{`,
  `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
] as const;

/** Bytes that are sent again and again over one connection. */
const repeated = [
  "\r\n",
  "a",
  "\0",
  "\u00ff",
  tlsHello,
  `${get}\r\n`,
  "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /js/script.js HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n",
  `${post}Content-Length: 2\r\n\r\n{}`,
  `${post}Content-Length: 1\r\n\r\n{`,
] as const;

/** Bytes that need not be a request; the sender does not wait for the server to understand them. */
export const brokenHttp: Surface = {
  name: "no HTTP",
  requests: fc
    .oneof(
      fc.constantFrom(...wires),
      fc
        .tuple(fc.constantFrom(...repeated), fc.integer({ min: 2, max: 200 }))
        .map(([unit, times]) => unit.repeat(times)),
      fc.integer({ min: 1, max: 40_000 }).map((length) => `${get}a: ${"b".repeat(length)}\r\n\r\n`),
      fc
        .integer({ min: 1, max: 40_000 })
        .map((length) => `GET /${"a".repeat(length)} HTTP/1.1\r\n\r\n`),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
      fc.tuple(fc.constantFrom(...wires), fc.nat(80)).map(([wire, end]) => wire.slice(0, end)),
    )
    .map((wire): HostileRequest => ({ kind: "no HTTP", wire, isBroken: true })),
};

/**
 * Returns requests that take their time: byte by byte, or with long pauses. Their senders leave
 * before the server refuses them.
 */
export function slowRequests(secondsMax: number): Surface {
  const body = `{"domain":"example.com","url":"https://example.com/slow/${"a".repeat(1_500)}"}`;
  const targets = ["/api/event", "/api/send", "/api/v1/websites", "/session", "/nowhere"];
  return {
    name: "slow",
    requests: fc
      .record({
        target: fc.constantFrom(...targets),
        parts: fc.constantFrom(2, 3, 20, 100),
        seconds: fc.double({ min: 0.1, max: secondsMax, noNaN: true }),
        missingBytes: fc.constantFrom(0, 0, 1, 1_000),
      })
      .map(({ target, parts, seconds, missingBytes }): HostileRequest => {
        const headers = [["Content-Type", "application/json"]] as const;
        const wire = toWire({ method: "POST", target, headers, body });
        return {
          kind: "slow",
          wire: wire.slice(0, wire.length - missingBytes),
          slow: { parts, pauseMs: Math.round((seconds * 1000) / parts) },
          isBroken: true,
        };
      }),
  };
}
