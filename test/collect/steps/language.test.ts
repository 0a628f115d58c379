import { expect, test } from "vitest";

import { language } from "../../../src/collect/steps/language.ts";
import { draftWith } from "../../helpers/draft.ts";

function languageOf(tag: string, acceptLanguage?: string): string {
  const draft = draftWith({ event: { language: tag }, incoming: { acceptLanguage } });
  expect(language(draft)).toBeUndefined();
  return draft.row.language;
}

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["DE-at", "de"],
  ["zh-Hant-TW", "zh"],
  ["pt_BR", "pt"],
  ["en_US", "en"],
  ["iw", "he"],
  ["in", "id"],
  ["deu", "de"],
  ["gsw-CH", "gsw"],
  ["de-DE-u-co-phonebk", "de"],
  ["x-private", ""],
  ["und", ""],
  ["c", ""],
  ["german", ""],
  ["de--AT", ""],
  ["a".repeat(36), ""],
])("the tag %s names the language %j", (tag, code) => {
  expect(languageOf(tag)).toBe(code);
});

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["fr;q=0.9", "fr"],
  [" nl , en", "nl"],
  ["en;q=0.1,de;q=0.9", "en"],
  ["*", ""],
  ["*;q=0.5", ""],
  ["", ""],
  [";q=1", ""],
  ["%%%", ""],
  ["x".repeat(8_000), ""],
  [undefined, ""],
])("Accept-Language: %s", (header, code) => {
  expect(languageOf("", header)).toBe(code);
});

test("what the event says wins over Accept-Language", () => {
  expect(languageOf("fr", "de")).toBe("fr");
});
