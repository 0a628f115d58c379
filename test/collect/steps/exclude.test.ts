import { expect, test } from "vitest";

import { excludeBot, excludeIp, hostname } from "../../../src/collect/steps/exclude.ts";
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
])("exclusion of addresses: %s", (_what, excludeIps, ip, reason) => {
  expect(excludeIp(draftWith({ website: { excludeIps }, incoming: { ip } }))).toBe(reason);
});

test.each([
  ["a browser", false, true, undefined],
  ["a bot", true, true, "bot"],
  ["a browser, where bots are counted", false, false, undefined],
  ["a bot, where bots are counted", true, false, undefined],
])("exclusion of bots: %s", (_what, isBot, excludeBots, reason) => {
  const draft = draftWith({ website: { excludeBots } });
  draft.isBot = isBot;

  expect(excludeBot(draft)).toBe(reason);
});

test.each([
  ["the domain itself", "example.com", "https://example.com/", undefined],
  ["plain http", "example.com", "http://example.com/", undefined],
  ["capitals", "example.com", "https://EXAMPLE.Com/", undefined],
  ["www", "example.com", "https://www.example.com/", undefined],
  ["a subdomain", "example.com", "https://blog.example.com/", undefined],
  ["a subdomain of a subdomain", "example.com", "https://a.b.example.com/", undefined],
  ["a trailing dot", "example.com", "https://example.com./", undefined],
  ["a port", "example.com", "https://example.com:8443/", undefined],
  ["a name before the host", "example.com", "https://user:secret@example.com/", undefined],
  ["a look-alike", "example.com", "https://notexample.com/", "hostname"],
  [
    "a host that begins like the domain",
    "example.com",
    "https://example.com.evil.org/",
    "hostname",
  ],
  ["an encoded dot", "example.com", "https://example.com%2eevil.org/", "hostname"],
  [
    "the domain as a name before a host",
    "example.com",
    "https://example.com@evil.org/",
    "hostname",
  ],
  ["the domain in the path", "example.com", "https://evil.org/example.com", "hostname"],
  ["the domain above", "blog.example.com", "https://example.com/", "hostname"],
  ["a sister", "blog.example.com", "https://shop.example.com/", "hostname"],
  ["another ending", "example.com", "https://example.org/", "hostname"],
  ["two trailing dots", "example.com", "https://example.com../", "hostname"],
  ["localhost", "localhost", "http://localhost:3000/", undefined],
  ["an address", "example.com", "http://127.0.0.1/", "hostname"],
  ["an international name", "xn--bcher-kva.example", "https://bücher.example/", undefined],
  [
    "an international name in capitals",
    "xn--bcher-kva.example",
    "https://BÜCHER.example/",
    undefined,
  ],
  ["punycode", "xn--bcher-kva.example", "https://www.xn--bcher-kva.example/", undefined],
])("a page on %s", (_what, domain, url, reason) => {
  expect(hostname(draftWith({ website: { domain }, url }))).toBe(reason);
});

test("the host is stored in its plain form", () => {
  const draft = draftWith({ url: "https://Blog.Example.com.:8443/" });
  hostname(draft);

  expect(draft.row.hostname).toBe("blog.example.com");
});
