import { countries } from "countries-list";
import { expect, test } from "vitest";

import { sheetOf } from "../../package/icons/plugin.ts";
import { sources } from "../../src/counting/sources.ts";

const hasIcon = (kind: string, name: string) =>
  sheetOf(kind).includes(`.value-icon[data-kind=${kind}][data-icon="${name}"]{--shape:url(`);

test("every country has a flag", () => {
  const sheet = sheetOf("country");
  const codes = Object.keys(countries);
  expect(codes.length).toBeGreaterThan(200);
  expect(codes.filter((code) => !sheet.includes(`[data-icon=${code}]{`))).toEqual([]);
});

test.each([
  ["browser", ["Chrome", "Edge", "Firefox", "Opera", "Safari"]],
  ["operating_system", ["Android", "iOS", "Linux", "macOS", "Windows"]],
  ["source", ["Bing", "ChatGPT", "DuckDuckGo", "Facebook", "Google", "LinkedIn", "X"]],
])("a known %s has an icon", (kind, names) => {
  expect(names.filter((name) => !hasIcon(kind, name))).toEqual([]);
});

test("a source without an icon has a letter, and none is of elsewhere", () => {
  const names = Object.values(sources).flatMap((channel) => Object.keys(channel));
  expect(names.some((name) => !hasIcon("source", name))).toBe(true);
  expect(sheetOf("source")).toContain("content:attr(data-letter)");
  const urls = [...sheetOf("source").matchAll(/url\("([^"]{0,20})/g)].map(([, url]) => url ?? "");
  expect(urls.every((url) => url.startsWith("data:image/svg+xml"))).toBe(true);
});
