import { expect, test } from "vitest";

import { normaliseDomain } from "../../src/websites/domain.ts";
import { expectCpuTimeBelow } from "../helpers/cpu-time.ts";

const ideographs = Array.from({ length: 5_400 }, (_, nth) =>
  String.fromCodePoint(0x4e00 + ((nth * 7_919) % 20_000)),
).join("");
const label63 = "a".repeat(63);
const name253 = `${label63}.${label63}.${label63}.${"b".repeat(61)}`;

test.each([
  ["example.com", "example.com"],
  ["EXAMPLE.Com", "example.com"],
  ["  example.com\t\n", "example.com"],
  ["http://example.com", "example.com"],
  ["HTTPS://www.Example.com/blog/a?b=c#d", "example.com"],
  ["https://example.com:443/", "example.com"],
  ["https://example.com:443", "example.com"],
  ["http://example.com:80", "example.com"],
  ["HTTPS://www.MÜLLER.de.:443/?a=b", "xn--mller-kva.de"],
  ["example.com/", "example.com"],
  ["example.com?a=b", "example.com"],
  ["example.com.", "example.com"],
  ["www.example.com.", "example.com"],
  ["www.example.com./path", "example.com"],
  ["www.www.example.com", "www.example.com"],
  ["wwwexample.com", "wwwexample.com"],
  ["a.b-c.d1.co.uk", "a.b-c.d1.co.uk"],
  ["localhost", "localhost"],
  ["http://LOCALHOST/", "localhost"],
  ["1a.de", "1a.de"],
  ["192.168.0.1", "192.168.0.1"],
  ["müller.de", "xn--mller-kva.de"],
  ["https://www.MÜLLER.de/über", "xn--mller-kva.de"],
  ["ｗｗｗ．example．com", "example.com"],
  ["例え.jp。", "xn--r8jz45g.jp"],
  ["xn--mller-kva.de", "xn--mller-kva.de"],
  ["faß.de", "xn--fa-hia.de"],
  [`${label63}.com`, `${label63}.com`],
  [name253, name253],
])("%j is the domain %s", (text, domain) => {
  expect(normaliseDomain(text)).toBe(domain);
});

test.each([
  [""],
  ["   "],
  ["com"],
  ["www.com"],
  ["www.localhost.."],
  [".com"],
  ["example..com"],
  ["example.com.."],
  ["-example.com"],
  ["example-.com"],
  ["under_score.com"],
  ["ünder_score.com"],
  ["exa mple.com"],
  ["exa\tmple.com"],
  ["mü\tller.de"],
  ["exa\0mple.com"],
  ["example.com:8080"],
  ["example.com:443"],
  ["example.com:80"],
  ["http://example.com:443"],
  ["https://example.com:80"],
  ["https://example.com:8443/"],
  ["https://example.com:0443"],
  ["https://example.com:443:443"],
  ["https://example.com:"],
  ["https://:443"],
  ["ftp://example.com:443"],
  ["constructor://example.com:443"],
  ["müller.de:8080"],
  ["müller.de\\path"],
  ["user:password@example.com"],
  ["user@müller.de"],
  ["https://"],
  ["//example.com"],
  ["mailto:a@example.com"],
  ["*.example.com"],
  ["m%C3%BCller.de"],
  ["ü%41.de"],
  ["[::1]"],
  ["::1"],
  ["256.1.1.1"],
  ["1.2"],
  ["example.123"],
  ["xn--a.de"],
  ["xn--.de"],
  ["'; DROP TABLE websites; --.com"],
  [`${label63}a.com`],
  [`${name253}b`],
  ["a.".repeat(40_000)],
])("%j is no domain", (text) => {
  expect(normaliseDomain(text)).toBeUndefined();
});

test.each([
  ["ideographs", ideographs],
  ["escaped Hangul", "%ED%95%9C".repeat(1_800)],
  ["punycode", `xn--${"a".repeat(16_000)}`],
])("a name of 16 KB of %s is refused without being converted", (_what, name) => {
  expectCpuTimeBelow(20, () => normaliseDomain(name));
  expect(normaliseDomain(name)).toBeUndefined();
});
