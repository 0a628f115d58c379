import { expect, test } from "vitest";

import { parseUrl } from "../../../src/base/net/url.ts";
import { expectCpuTimeBelow } from "../../helpers/cpu-time.ts";

const hangul = Array.from({ length: 5_400 }, (_, nth) =>
  String.fromCodePoint(0xac00 + ((nth * 7_919) % 11_172)),
).join("");
const longPath = "/한국어-제목".repeat(60);

test.each([
  ["http", `http://${hangul}/`],
  ["many slashes", `https:///////${hangul}`],
  ["backslashes", `http:\\\\${hangul}`],
  ["no slashes", `http:${hangul}`],
  ["line feeds within", `ht\ntp:\n/\t/${hangul}`],
  ["blanks before", `  \0http://${hangul}`],
  ["a user", `http://user:word@${hangul}:80/`],
  ["many users", `http://a@b@${hangul}`],
  ["escapes", `http://${"%ED%95%9C".repeat(1_800)}/`],
  ["another scheme", `ws://${hangul}`],
])("a host of 16 KB is refused without being converted: %s", (_what, text) => {
  expectCpuTimeBelow(20, () => parseUrl(text));
  expect(parseUrl(text)).toBeUndefined();
});

test.each([
  ["//", `//${hangul}`, "https://example.com"],
  ["\\\\", `\\\\${hangul}`, "https://example.com"],
  ["the base", "/a", `https://${hangul}`],
])("a long host is refused behind %s", (_what, text, base) => {
  expectCpuTimeBelow(20, () => parseUrl(text, base));
  expect(parseUrl(text, base)).toBeUndefined();
});

test.each([
  ["a long path", `https://example.com${longPath}`, undefined, "example.com"],
  ["a long path on a base", longPath, "https://example.com", "example.com"],
  ["a long query", `https://example.com?${"a".repeat(9_000)}`, undefined, "example.com"],
  ["a long user", `https://${"a".repeat(900)}@example.com/`, undefined, "example.com"],
  ["an international host", "https://müller.de/über", undefined, "xn--mller-kva.de"],
  [
    "the longest host, with a port",
    `https://${"a.".repeat(125)}com:8443${longPath}`,
    undefined,
    `${"a.".repeat(125)}com`,
  ],
])("%s is parsed", (_what, text, base, host) => {
  expect(parseUrl(text, base)?.hostname).toBe(host);
});
