import { expect, test } from "vitest";

import { type Language, languages } from "../../../src/base/languages.ts";
import { readTables } from "../../helpers/words-tables.ts";

/** The languages in which a text depends on a number. */
const inflected = languages.filter((language) => {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.length > 1;
});
/** At least two of each form that a language has, where it has so many. */
const numbers = [0, 1, 2, 5, 11, 21, 22, 25, 100, 101] as const;

/** Sentences in which some shares have a name, such as half. */
const withNames = /\.alerts\.(?:share|does\.usualBelow)$/;

/** A text, and the same with `#` for each number. */
interface Sample {
  readonly text: string;
  readonly pattern: string;
}

/** The texts that one function of a table gives for the numbers. */
type Samples = ReadonlyMap<number, Sample>;

/**
 * Returns the samples of all functions in the tables whose text depends on a number, by the path of
 * the function. A parameter that is no number gets a mark.
 */
function sample(table: unknown, path = ""): [string, Samples][] {
  if (typeof table === "object" && table !== null) {
    return Object.entries(table).flatMap(([key, value]) => sample(value, `${path}.${key}`));
  }
  if (typeof table !== "function" || withNames.test(path)) return [];
  return Array.from({ length: table.length }, (_, place): [string, Samples] => {
    const texts = numbers.flatMap((number): [number, Sample][] => {
      try {
        const parts = Array.from({ length: table.length }, (_, i) => (i === place ? number : "#"));
        const text: unknown = table(...parts);
        if (typeof text !== "string") return [];
        return [[number, { text, pattern: text.replace(/\d+(?:[.,\s]\d+)*/g, "#") }]];
      } catch {
        // The function takes something else in this place.
        return [];
      }
    });
    return [`${path}(${place})`, new Map(texts)];
  }).filter(([, samples]) => new Set([...samples.values()].map(({ pattern }) => pattern)).size > 1);
}

/** Returns the form that a language has for a number, as Intl says. */
function formOf(language: Language, number: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(language).select(number);
}

/** Returns the words in which two texts of as many words differ, each with the word before it. */
function differences(one = "", other = "") {
  const [left, right] = [one, other].map((text) => text.match(/[\p{L}\p{M}]+|#/gu) ?? []);
  if (left === undefined || left.length !== right?.length) return [];
  return left.flatMap((word, i) =>
    word === right[i] ? [] : [{ words: [word, right[i] ?? ""], before: left[i - 1] ?? "" }],
  );
}

/** Returns the words in which two numbers differ: those after the number, or the others. */
function wordsOf(samples: Samples, [number, other]: readonly [number, number], isAfter: boolean) {
  const found = differences(samples.get(number)?.pattern, samples.get(other)?.pattern);
  return found.filter(({ before }) => (before === "#") === isAfter).map(({ words }) => words);
}

test.each(inflected)("numbers of the same form have the same text in %s", async (language) => {
  const all = sample(await readTables(language));
  expect(all.length).toBeGreaterThan(50);
  for (const [path, samples] of all) {
    const texts = new Map<string, string>();
    for (const [number, { pattern: text }] of samples) {
      // Some texts have a sentence of their own for none and for one.
      if (number < 2) continue;
      const form = formOf(language, number);
      expect([path, form, text]).toEqual([path, form, texts.get(form) ?? text]);
      texts.set(form, text);
    }
  }
});

test.each(inflected)(
  "no word has one form in one text, and the other in another in %s",
  async (language) => {
    const seen = new Map<string, string>();
    for (const [path, samples] of sample(await readTables(language))) {
      for (const [number, other] of [
        [1, 2],
        [1, 5],
        [2, 5],
        [5, 100],
      ] as const) {
        const forms = [formOf(language, number), formOf(language, other)].join(" ");
        for (const { words } of differences(
          samples.get(number)?.pattern,
          samples.get(other)?.pattern,
        )) {
          const swapped = seen.get([forms, ...words.toReversed()].join(" "));
          expect([path, words, swapped]).toEqual([path, words, undefined]);
          seen.set([forms, ...words].join(" "), path);
        }
      }
    }
  },
);

test.each(inflected)("where one has its number, so have others in %s", async (language) => {
  for (const [path, samples] of sample(await readTables(language))) {
    if (!samples.get(1)?.text.includes("1")) continue;
    for (const number of [5, 22, 100]) {
      const text = samples.get(number)?.text.replace(/[.,\s]/g, "");
      expect([path, text]).toEqual([path, expect.stringMatching(new RegExp(`#|${number}`))]);
    }
  }
});

test("a few have a Polish noun that ends in a vowel, and many one that is shorter or ends in i or y", async () => {
  const all = sample(await readTables("pl")).flatMap(([, samples]) =>
    wordsOf(samples, [2, 5], true),
  );
  expect(all.length).toBeGreaterThan(10);
  for (const [few = "", many = ""] of all) {
    expect([few, many]).toEqual([expect.stringMatching(/[aeiy]$/), many]);
    expect([few, many]).toEqual([few, expect.stringMatching(/[^aeo]$/)]);
  }
});

test("a few have a Polish verb in the plural, and many one in the singular", async () => {
  const all = sample(await readTables("pl")).flatMap(([, samples]) =>
    wordsOf(samples, [2, 5], false),
  );
  const verbs = all.filter((words) => words.some((word) => /(?:ą|ły|ło)$/.test(word)));
  expect(verbs.length).toBeGreaterThan(3);
  for (const [few = "", many = ""] of verbs) {
    expect([few, many]).toEqual([expect.stringMatching(/(?:ą|ły)$/), many]);
    expect([few, many]).toEqual([few, expect.not.stringMatching(/(?:ą|ły)$/)]);
  }
});

test("many have an Arabic noun in the singular", async () => {
  const all = sample(await readTables("ar")).flatMap(([, samples]) =>
    wordsOf(samples, [5, 11], true),
  );
  expect(all.length).toBeGreaterThan(10);
  for (const [few = "", many = ""] of all) {
    expect([few, many]).toEqual([expect.not.stringMatching(/ًا$/), many]);
    expect([few, many]).toEqual([few, expect.stringMatching(/(?:ًا|ة)$/)]);
  }
});
