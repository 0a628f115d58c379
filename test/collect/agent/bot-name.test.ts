import { expect, test } from "vitest";
import { botName } from "../../../src/collect/agent/bot-name.ts";
import { expectCpuTimeBelow } from "../../helpers/cpu-time.ts";

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36",
    "HeadlessChrome",
  ],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"],
  ["Mozilla/5.0 (compatible; YandexMetrika/2.0; +http://yandex.com)", "YandexMetrika"],
  ["curl/8.5.0", "curl"],
  ["python-requests/2.31", "python-requests"],
  ["facebookexternalhit/1.1", "facebookexternalhit"],
  ["Mozilla/5.0 HeadlessChrome/126.0 Safari/537.36 (compatible; NiceBot/1.0)", "NiceBot"],
  ["NiceFetcher/1.0 (+https://example.com/bot.html)", "NiceFetcher"],
  ["Mozilla/5.0 (compatible; Nice Fetcher; +https://example.com/)", "Nice Fetcher"],
  ["Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1) bot", "bot"],
  ["", ""],
  ["Mozilla/5.0", ""],
  ["ann@example.com 203.0.113.7", ""],
])("%s is %j", (userAgent, name) => {
  expect(botName(userAgent)).toBe(name);
});

test.each([
  `${"a".repeat(200)}bot`,
  `compatible; ${"a".repeat(30)} ${"b".repeat(25)};`,
  `compatible; ${"a".repeat(300)};`,
  "a".repeat(300),
  `Headless${"a".repeat(300)}`,
])("a name has at most 60 characters: %s", (userAgent) => {
  expect(botName(userAgent).length).toBeLessThanOrEqual(60);
});

test("a long User-Agent takes no time", () => {
  expectCpuTimeBelow(20, () => botName("-a".repeat(8_000)));
});
