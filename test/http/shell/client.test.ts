import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";

import { clientHints, clientIp } from "../../../src/http/shell/client.ts";

function ipOf(
  trusted: true | readonly string[],
  peer: string | undefined,
  forwarded?: string | string[],
): string {
  const headers = { "x-forwarded-for": forwarded };
  const request = { socket: { remoteAddress: peer }, headers };
  return clientIp(trusted)(request as unknown as IncomingMessage);
}

const proxy = "10.0.0.1";

test.each([
  ["an IPv4 address", "203.0.113.7", "203.0.113.7"],
  ["an IPv4-mapped address", "::ffff:203.0.113.7", "203.0.113.7"],
  ["an IPv6 address", "2001:DB8::1", "2001:db8::1"],
  ["a link-local address with its zone", "fe80::1%eth0", "fe80::1"],
  ["no address, as the connection is gone", undefined, ""],
])("without a proxy the client is the peer: %s", (_what, peer, client) => {
  expect(ipOf([], peer)).toBe(client);
});

test.each([
  ["no proxy is trusted", [], "203.0.113.7"],
  ["another proxy is trusted", [proxy], "203.0.113.7"],
  ["the header's own address is trusted", ["198.51.100.1"], "203.0.113.7"],
])("X-Forwarded-For is not believed when %s", (_what, trusted, peer) => {
  expect(ipOf(trusted, peer, "198.51.100.1")).toBe(peer);
});

test.each([
  ["one address", "203.0.113.7", "203.0.113.7"],
  [
    "an address that the client made up before the real one",
    "198.51.100.1, 203.0.113.7",
    "203.0.113.7",
  ],
  ["a trusted address that the client made up", "10.0.0.9, 203.0.113.7", "203.0.113.7"],
  ["a chain of trusted proxies", "203.0.113.7, 10.0.0.3, 10.0.0.2", "203.0.113.7"],
  ["trusted proxies only", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["no blanks", "198.51.100.1,203.0.113.7", "203.0.113.7"],
  ["many blanks", "  198.51.100.1 ,\t203.0.113.7  ", "203.0.113.7"],
  ["a port", "203.0.113.7:51234", "203.0.113.7"],
  ["an IPv6 address", "2001:DB8::1", "2001:db8::1"],
  ["an IPv6 address in brackets", "[2001:db8::1]", "2001:db8::1"],
  ["an IPv6 address in brackets with a port", "[2001:db8::1]:443", "2001:db8::1"],
  ["an IPv4-mapped address", "::ffff:203.0.113.7", "203.0.113.7"],
  ["an IPv4-mapped address of a trusted proxy", "203.0.113.7, ::ffff:10.0.0.2", "203.0.113.7"],
  ["an address with a zone", "fe80::1%eth0", "fe80::1"],
])(
  "behind a trusted proxy the client is the first untrusted one of %s",
  (_what, header, client) => {
    expect(ipOf(["10.0.0.0/8"], proxy, header)).toBe(client);
  },
);

test.each([
  ["nothing", "", proxy],
  ["blanks", "  ", proxy],
  ["a word", "unknown", proxy],
  ["a name", "client.example.com", proxy],
  ["an address that is none", "999.1.1.1", proxy],
  ["an unclosed bracket", "[2001:db8::1", proxy],
  ["a port that is none", "203.0.113.7:http", proxy],
  ["junk before the real address", "junk, 203.0.113.7", "203.0.113.7"],
  ["junk between two proxies", "203.0.113.7, junk, 10.0.0.2", "10.0.0.2"],
  ["a comma at its end", "203.0.113.7,", proxy],
])(
  "a header of %s leads no further than to the last address before it",
  (_what, header, client) => {
    expect(ipOf(["10.0.0.0/8"], proxy, header)).toBe(client);
  },
);

test.each([
  ["an address", ["10.0.0.1"]],
  ["a range", ["10.0.0.0/8"]],
  ["one of several", ["192.0.2.0/24", "10.0.0.1"]],
  ["an IPv4-mapped range", ["::ffff:10.0.0.0/104"]],
])("a proxy may be trusted by %s, also when it is seen as IPv4-mapped", (_what, trusted) => {
  expect(ipOf(trusted, "::ffff:10.0.0.1", "203.0.113.7")).toBe("203.0.113.7");
});

test("an IPv6 proxy is trusted by an IPv6 range", () => {
  expect(ipOf(["2001:db8::/32"], "2001:db8::9", "203.0.113.7")).toBe("203.0.113.7");
});

test.each([
  ["one address", "203.0.113.7", "203.0.113.7"],
  ["several", "203.0.113.7, 198.51.100.1, 10.0.0.2", "10.0.0.2"],
  ["several, the last with a port", "203.0.113.7, 10.0.0.2:80", "10.0.0.2"],
  ["several with junk at the end", "203.0.113.7, junk", "192.0.2.9"],
  ["nothing", undefined, "192.0.2.9"],
])("when every proxy is trusted the client is the last of %s", (_what, header, client) => {
  expect(ipOf(true, "192.0.2.9", header)).toBe(client);
});

test("several headers are one list", () => {
  const headers = ["198.51.100.1, 203.0.113.7", "10.0.0.3", "10.0.0.2"];

  expect(ipOf(["10.0.0.0/8"], proxy, headers)).toBe("203.0.113.7");
});

test("other headers than X-Forwarded-For are not trusted", () => {
  const headers = { forwarded: "for=203.0.113.7", "x-real-ip": "203.0.113.7" };
  const request = { socket: { remoteAddress: proxy }, headers } as unknown as IncomingMessage;

  expect(clientIp(true)(request)).toBe(proxy);
});

test("client hints are there when the browser sends brands or a platform", () => {
  const hints = (headers: Record<string, string | string[]>) =>
    clientHints({ headers } as unknown as IncomingMessage);

  expect(hints({ "user-agent": "x" })).toBeUndefined();
  expect(hints({ "sec-ch-ua-mobile": "?1" })).toBeUndefined();
  expect(hints({ "sec-ch-ua-platform": '"macOS"' })).toMatchObject({ platform: '"macOS"' });
  expect(hints({ "sec-ch-ua": ['"A";v="1"', '"B";v="2"'] })).toMatchObject({
    brands: '"A";v="1", "B";v="2"',
  });
});
