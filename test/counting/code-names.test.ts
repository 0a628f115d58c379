import { describe, expect, test } from "vitest";

import { continentNames, countryNames, languageNames } from "../../src/counting/code-names.ts";

describe.each([
  ["continents", continentNames, 7],
  ["countries", countryNames, 240],
  ["languages", languageNames, 400],
] as const)("%s", (_, listed, least) => {
  const { codes, names } = listed();

  test("are enough, each code with a name", () => {
    expect(codes.length).toBeGreaterThanOrEqual(least);
    expect(names).toHaveLength(codes.length);
    expect(new Set(codes).size).toBe(codes.length);
    expect(names.filter((name, i) => name === "" || name === codes[i])).toEqual([]);
  });
});

test.each([
  [continentNames, "EU", "Europe"],
  [continentNames, "NA", "North America"],
  [countryNames, "DE", "Germany"],
  [countryNames, "GB", "United Kingdom"],
  [countryNames, "XK", "Kosovo"],
  [languageNames, "de", "German"],
  [languageNames, "zh", "Chinese"],
  [languageNames, "fil", "Filipino"],
  [languageNames, "nds", "Low German"],
])("%# the English name of %s", (listed, code, name) => {
  const { codes, names } = listed();
  expect(names[codes.indexOf(code)]).toBe(name);
});

test("a language is listed in the form that events are stored in, and in no other", () => {
  const { codes } = languageNames();
  expect(codes.filter((code) => Intl.getCanonicalLocales(code)[0] !== code)).toEqual([]);
  expect(codes).not.toContain("deu");
  expect(codes).not.toContain("iw");
});

test("every language with a code of two letters is listed", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const named = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const missing = letters
    .flatMap((a) => letters.map((b) => a + b))
    .filter((code) => named.of(code) !== undefined && !languageNames().codes.includes(code))
    .filter((code) => Intl.getCanonicalLocales(code)[0] === code);
  expect(missing).toEqual([]);
});
