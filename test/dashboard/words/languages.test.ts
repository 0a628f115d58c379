import { describe, expect, test } from "vitest";

import { createTools } from "../../../src/base/sentence-tools.ts";
import { chooseLanguage, localeOf } from "../../../src/dashboard/words/choose-language.ts";

describe("the language of a page is", () => {
  test("the one that its address asks for", () => {
    expect(chooseLanguage("de", ["fr"], ["en-GB"])).toBe("de");
    expect(chooseLanguage("de-AT", [undefined], [])).toBe("de");
    expect(chooseLanguage("zh-CN", [undefined], [])).toBe("zh-Hans");
  });

  test("else the one that the person has chosen", () => {
    expect(chooseLanguage(null, ["fr"], ["de"])).toBe("fr");
    expect(chooseLanguage(null, ["es", "fr"], ["de"])).toBe("es");
    expect(chooseLanguage(null, [undefined, "fr"], ["de"])).toBe("fr");
    expect(chooseLanguage("sv", ["fr"], ["de"])).toBe("fr");
    expect(chooseLanguage("no tag!", ["en"], ["de"])).toBe("en");
  });

  test("else the first of the browser's that Footfall has, or English", () => {
    expect(chooseLanguage(null, [undefined], ["sv-SE", "zh-TW", "pt-BR", "de"])).toBe("pt");
    expect(chooseLanguage(null, [undefined], ["sv-SE"])).toBe("en");
    expect(chooseLanguage(null, [undefined], [])).toBe("en");
  });
});

test("numbers and dates are those of the browser's region, with the digits of addresses", () => {
  expect(localeOf("de", ["en-US", "de-AT"])).toBe("de-AT-u-nu-latn");
  expect(localeOf("en", ["sv-SE"])).toBe("en-GB-u-nu-latn");
  expect(createTools(localeOf("ar", ["ar-EG"])).count(42)).toBe("42");
});

test("a number has the form of its language", () => {
  const { plural: polish } = createTools("pl");
  const forms = { one: "one", few: "few", many: "many", other: "other" };
  expect([0, 1, 2, 5, 11, 22].map((count) => polish(count, forms))).toEqual(
    ["many", "one", "few", "many", "many", "few"], //
  );
  const { plural: arabic } = createTools("ar");
  const all = { zero: "zero", two: "two", ...forms };
  expect([0, 1, 2, 5, 11, 22, 100].map((count) => arabic(count, all))).toEqual(
    ["zero", "one", "two", "few", "many", "many", "other"], //
  );
  expect(createTools("fr").plural(1_000_000, { one: "one", other: "other" })).toBe("other");
});
