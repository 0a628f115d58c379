import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

import { compileLanguage, compileLanguages, readGroups } from "../../package/languages/build.ts";
import { readEnglish } from "../../package/languages/english.ts";
import { englishMessages, sourcesAfter } from "../../package/languages/state.ts";
import { completed } from "../../src/base/partly.ts";
import { createTools } from "../../src/base/sentence-tools.ts";
import { chartWords } from "../../src/dashboard/words/chart.ts";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";

afterAll(stopAll);

const root = fileURLToPath(new URL("../../", import.meta.url));
const english = await readEnglish(join(root, "src"));
const groups = await readGroups(join(root, "src"));

/** Returns what is wrong with messages of a language. */
function mistakesOf(code: string, messages: Readonly<Record<string, string>>): string[] {
  return compileLanguage(code, messages, english, groups).mistakes.map(({ why }) => why);
}

test("languages/en.json says what the English tables say: npm run languages writes it", async () => {
  const text = await readFile(join(root, "languages/en.json"), "utf8");
  expect(JSON.parse(text)).toEqual(englishMessages(english));
});

test("English messages are made of functions and their parameters", () => {
  const messages = englishMessages(english);
  expect(messages["chart.moreNotes"]).toBe(
    "{count, plural, one {and 1 more note} other {and {count, number, ::group-off} more notes}}",
  );
  expect(messages["reports.partOf"]).toBe(
    "{count, number, integer} of {total, number, integer} ({share})",
  );
  expect(messages["audit.sentences.sign-in"]).toBe(
    "{browser, select, empty {{who} signed in} other {{who} signed in, {browser}}}",
  );
});

describe("a message is refused if", () => {
  test.each([
    ["English has no such text", { "chart.nothing": "x" }, "English has no such text"],
    ["it has another parameter", { "chart.addNote": "{note}" }, "There is no parameter note"],
    ["a number has no format", { "chart.moreNotes": "{count}" }, "{count} needs a format"],
    [
      "a text has the format of a number",
      { "chart.addNote": "{point, number, integer}" },
      "{point} is no number",
    ],
    [
      "a plural lacks a form",
      { "chart.moreNotes": "{count, plural, one {#} other {#}}" },
      "The plural of count lacks few, many",
    ],
    [
      "an apostrophe quotes a parameter",
      { "chart.addNote": "l'{point} d'ici" },
      "An apostrophe quotes {point}",
    ],
  ])("%s", (_why, messages, mistake) => {
    expect(mistakesOf("pl", messages)).toEqual([mistake]);
  });

  test("a plural has a form that the language lacks", () => {
    const message = "{count, plural, one {#} few {#} other {#}}";
    expect(mistakesOf("de", { "chart.moreNotes": message })).toEqual([
      expect.stringMatching(/few/),
    ]);
  });
});

test("a language with three messages is offered, and English for the rest", async () => {
  const directory = await temporaryDirectory();
  const messages = {
    "@name": "한국어",
    "chart.table": "표",
    "chart.moreNotes": "메모 {count, number, integer}개 더",
    "common.close": "닫기",
  };
  await writeFile(join(directory, "ko.json"), JSON.stringify(messages));
  const out = await temporaryDirectory();
  await compileLanguages(directory, join(root, "src"), out);

  const { languageNames } = await import(join(out, "base/compiled/languages.ts"));
  expect(languageNames).toEqual({ en: "English", ko: "한국어" });
  const { tables } = await import(join(out, "dashboard/words/compiled/ko/first.ts"));
  const chart = completed(chartWords, tables(createTools("ko")).chart);
  expect([chart.table, chart.moreNotes(2), chart.points]).toEqual(["표", "메모 2개 더", "Points"]);
  expect(chart.intervals).toEqual(chartWords.intervals);
  const { mailWords } = await import(join(out, "notifications/content/words/compiled/ko.ts"));
  expect(mailWords(createTools("ko"))).toEqual({});
});

test("a list whose texts are translated in part has the English ones in their places", () => {
  expect(completed(["public", "private"], [undefined, "privat"])).toEqual(["public", "privat"]);
});

test("a translation is out of date until somebody has seen that English has changed", () => {
  const [before, now] = [
    { a: "one", b: "two", c: "three" },
    { a: "one", b: "2", c: "3" },
  ];
  const translated = { a: "eins", b: "zwei" };
  const sources = sourcesAfter({}, translated, { before, now });
  expect(sources).toEqual({ b: "two" });
  expect(sourcesAfter(sources, translated, { before: now, now })).toEqual({ b: "two" });
  expect(sourcesAfter(sources, translated, { before: now, now: before })).toEqual({});
});
