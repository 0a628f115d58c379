import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";

import { type Language, languages } from "../../../src/base/languages.ts";
import { createTools, pluralForms, type Tools } from "../../../src/base/sentence-tools.ts";
import { chooseLanguage, localeOf } from "../../../src/dashboard/words/choose-language.ts";
import { tables } from "../../../src/dashboard/words/de/first.ts";
import type { FirstTables } from "../../../src/dashboard/words/tables.ts";

const words = new URL("../../../src/dashboard/words/", import.meta.url);

describe("the language of a page is", () => {
  test("the one that its address asks for", () => {
    expect(chooseLanguage("de", "fr", ["en-GB"])).toBe("de");
    expect(chooseLanguage("de-AT", undefined, [])).toBe("de");
    expect(chooseLanguage("zh-CN", undefined, [])).toBe("zh-Hans");
  });

  test("else the one that the person has chosen", () => {
    expect(chooseLanguage(null, "fr", ["de"])).toBe("fr");
    expect(chooseLanguage("sv", "fr", ["de"])).toBe("fr");
    expect(chooseLanguage("no tag!", "en", ["de"])).toBe("en");
  });

  test("else the first of the browser's that Footfall has, or English", () => {
    expect(chooseLanguage(null, undefined, ["sv-SE", "zh-TW", "pt-BR", "de"])).toBe("pt");
    expect(chooseLanguage(null, undefined, ["sv-SE"])).toBe("en");
    expect(chooseLanguage(null, undefined, [])).toBe("en");
  });
});

test("numbers and dates are those of the browser's region, with the digits of addresses", () => {
  expect(localeOf("de", ["en-US", "de-AT"])).toBe("de-AT-u-nu-latn");
  expect(localeOf("en", ["sv-SE"])).toBe("en-GB-u-nu-latn");
  expect(createTools<"ar">(localeOf("ar", ["ar-EG"])).count(42)).toBe("42");
});

test.each(languages)("the plural forms of %s are those of Intl", (language) => {
  const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  // The form for round millions.
  const isLatin = ["fr", "es", "pt", "it"].includes(language);
  const forms = rules.filter((form) => form !== "other" && !(isLatin && form === "many"));
  expect([...pluralForms[language]].toSorted()).toEqual(forms.toSorted());
});

test("a number has the form of its language", () => {
  const { plural: polish } = createTools<"pl">("pl");
  const forms = { one: "one", few: "few", many: "many", other: "other" };
  expect([0, 1, 2, 5, 11, 22].map((count) => polish(count, forms))).toEqual(
    ["many", "one", "few", "many", "many", "few"], //
  );
  const { plural: arabic } = createTools<"ar">("ar");
  const all = { zero: "zero", two: "two", ...forms };
  expect([0, 1, 2, 5, 11, 22, 100].map((count) => arabic(count, all))).toEqual(
    ["zero", "one", "two", "few", "many", "many", "other"], //
  );
  expect(createTools<"fr">("fr").plural(1_000_000, { one: "one", other: "other" })).toBe("other");
});

test("each folder of a language has the files that pages load", async () => {
  const folders = (await readdir(words, { withFileTypes: true })).filter((each) => {
    return each.isDirectory();
  });
  for (const { name } of folders) {
    expect(languages).toContain(name);
    const files = await readdir(new URL(`${name}/`, words));
    expect(files.toSorted()).toEqual(["first.ts", "messages.ts", "settings.ts", "statistics.ts"]);
  }
});

// The checks are those of `npm run types`: a line without its error fails it.
test("a table with a missing or a superfluous key, or without a form, is a wrong type", () => {
  const german = tables(createTools<"de">("de"));
  const { open: _open, ...cards } = german.cards;
  // @ts-expect-error a key is missing
  const missing: FirstTables["cards"] = cards;
  // @ts-expect-error a key is superfluous
  const superfluous: FirstTables["cards"] = { ...german.cards, another: "" };
  const { cards: _cards, ...areas } = german;
  // @ts-expect-error an area is missing
  const incomplete: FirstTables = areas;
  const polish = ({ plural }: Tools<"pl">) =>
    // @ts-expect-error Polish has more forms
    plural(2, { one: "1 wizyta", other: "2 wizyty" });
  const unknown: Language[] = [
    // @ts-expect-error no language of Footfall
    "sv",
  ];
  expect([missing, superfluous, incomplete, polish, unknown]).toHaveLength(5);
});
