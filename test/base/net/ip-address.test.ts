import { expect, test } from "vitest";

import { canonicalIp, ipMatcher, isIpOrRange } from "../../../src/base/net/ip-address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["0:0:0:0:0:FFFF:CB00:7107", "203.0.113.7"],
  ["::ffff:0:0", "0.0.0.0"],
  ["2001:db8::1", "2001:db8::1"],
  ["2001:DB8::1", "2001:db8::1"],
  ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["::1", "::1"],
  ["::", "::"],
  ["fe80::1%eth0", "fe80::1"],
  ["FE80::1%25", "fe80::1"],
  ["::ffff:203.0.113.7%eth0", "203.0.113.7"],
])("%s is the address %s", (text, canonical) => {
  expect(canonicalIp(text)).toBe(canonical);
});

test.each([
  "",
  "unknown",
  "localhost",
  "203.0.113",
  "203.0.113.256",
  "203.0.113.07",
  "203.0.113.7/32",
  "203.0.113.7:80",
  " 203.0.113.7",
  "203.0.113.7\n",
  "203.0.113.7%eth0",
  "0xcb007107",
  "3405803783",
  "[2001:db8::1]",
  "2001:db8::1::2",
  "2001:db8::12345",
  "::ffff:203.0.113.256",
  "::ffff:",
  "%eth0",
  "fe80::1%",
])("%j is no address", (text) => {
  expect(canonicalIp(text)).toBeUndefined();
});

test.each([
  ["203.0.113.7", true],
  ["203.0.113.0/24", true],
  ["203.0.113.0/0", true],
  ["203.0.113.0/32", true],
  ["2001:db8::/128", true],
  ["2001:db8::", true],
  ["::ffff:203.0.113.0/120", true],
  ["203.0.113.0/33", false],
  ["2001:db8::/129", false],
  ["203.0.113.0/", false],
  ["203.0.113.0/024", false],
  ["203.0.113.0/-1", false],
  ["203.0.113.0/24/8", false],
  ["203.0.113.*", false],
  ["203.0.113.1-9", false],
  ["fe80::1%eth0", false],
  ["fe80::%eth0/64", false],
  ["example.com", false],
  ["", false],
])("%j is an address or a range: %s", (text, yes) => {
  expect(isIpOrRange(text)).toBe(yes);
});

test("no list matches nothing", () => {
  expect(ipMatcher([])("203.0.113.7")).toBe(false);
});
