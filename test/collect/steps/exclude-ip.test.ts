import { expect, test } from "vitest";

import { excludeIp } from "../../../src/collect/steps/exclude-ip.ts";
import { draftWith } from "../../helpers/draft.ts";

test.each([
  ["no exclusions", [], "203.0.113.7", undefined],
  ["the IPv4 address", ["203.0.113.7"], "203.0.113.7", "ip"],
  ["another IPv4 address", ["203.0.113.8"], "203.0.113.7", undefined],
  ["one of several", ["198.51.100.1", "203.0.113.7"], "203.0.113.7", "ip"],
  ["a range around it", ["203.0.113.0/24"], "203.0.113.255", "ip"],
  ["a range beside it", ["203.0.113.0/24"], "203.0.114.0", undefined],
  ["a range with host bits", ["203.0.113.77/24"], "203.0.113.1", "ip"],
  ["every IPv4 address", ["0.0.0.0/0"], "203.0.113.7", "ip"],
  ["every IPv4 address, asked for IPv6", ["0.0.0.0/0"], "2001:db8::1", undefined],
  ["the IPv6 address", ["2001:db8::1"], "2001:db8::1", "ip"],
  ["the IPv6 address in another spelling", ["2001:0DB8:0:0:0:0:0:1"], "2001:db8::1", "ip"],
  ["an IPv6 range", ["2001:db8::/32"], "2001:db8:ffff::9", "ip"],
  ["an IPv6 range beside it", ["2001:db8::/32"], "2001:db9::1", undefined],
  ["an IPv6 range that ends inside a group", ["2001:db8::/33"], "2001:db8:8000::", undefined],
  ["the address as IPv4-mapped", ["::ffff:203.0.113.7"], "203.0.113.7", "ip"],
  ["a range as IPv4-mapped", ["::ffff:203.0.113.0/120"], "203.0.113.7", "ip"],
  ["an address that is not known", ["0.0.0.0/0", "::/0"], "", undefined],
])("%s", (_what, excludeIps, ip, reason) => {
  expect(excludeIp(draftWith({ website: { excludeIps }, incoming: { ip } }))).toBe(reason);
});
