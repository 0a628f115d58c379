import { expect, test } from "vitest";

import { assistantOperators } from "../../src/counting/sources.ts";
import { purposes } from "../../src/model/choices.ts";
import { findReader, listedNames, otherReader, unnamedReader } from "../../src/reads/reader.ts";
import { readers } from "../../src/reads/readers.ts";
import { expectCpuTimeBelow } from "../helpers/cpu-time.ts";

const entries = Object.entries(readers).flatMap(([purpose, operators]) =>
  Object.entries(operators).flatMap(([operator, list]) =>
    list.split(", ").map((entry) => {
      const [name = "", mark = name] = entry.split("=");
      return { name, mark, operator, purpose };
    }),
  ),
);

function nameIn(userAgent: string): string | undefined {
  return findReader(userAgent)?.name;
}

test("an agent that has a mark of the list is its reader, in any case", () => {
  for (const { name, mark, operator, purpose } of entries) {
    const written = mark.endsWith("/") ? `${mark}1.0` : mark;
    const agent = `Mozilla/5.0 (compatible; ${written}; +https://example.com/bot)`;
    expect(findReader(agent), mark).toEqual({ name, operator, purpose });
    expect(nameIn(written.toUpperCase()), mark).toBe(name);
  }
});

test("the list has more than 500 readers, of all purposes but those that need no list", () => {
  expect(listedNames.size).toBeGreaterThan(500);
  expect(Object.keys(readers)).toEqual([...purposes]);
});

test("no mark stands twice in the list, and a name has one operator and one purpose", () => {
  const marks = entries.map(({ mark }) => mark.toLowerCase());
  expect(marks.filter((mark, index) => marks.indexOf(mark) < index)).toEqual([]);
  const kinds = new Set(entries.map(({ mark: _, ...reader }) => JSON.stringify(reader)));
  expect(kinds.size).toBe(listedNames.size);
});

test("a name has at most 60 characters, and none that a list of values could not have", () => {
  const wrong = [...listedNames].filter((name) => !/^[\w .:!/-]{2,60}$/.test(name));
  expect(wrong).toEqual([]);
  expect([unnamedReader, otherReader].filter(({ name }) => listedNames.has(name))).toEqual([]);
});

test("the operators of assistants have the same names where visitors come from", () => {
  const operators = new Set(entries.map(({ operator }) => operator));
  const missing = Object.values(assistantOperators).filter((name) => !operators.has(name));
  // Their programs give no name of their own.
  expect([...new Set(missing)]).toEqual(["Genspark", "Proton"]);
});

test("tools have no operator, as everybody runs them", () => {
  expect(Object.keys(readers.tool)).toEqual([""]);
});

test.each([
  ["Googlebot-Image/1.0", "Googlebot-Image"],
  [
    "Mozilla/5.0 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)",
    "AdsBot-Google-Mobile",
  ],
  ["facebookexternalhit/1.1 Facebot Twitterbot/1.0", "iMessage"],
  ["Mozilla/5.0 (compatible; Applebot-Extended/0.1)", "Applebot"],
])("the longest name counts: %s", (agent, name) => {
  expect(nameIn(agent)).toBe(name);
});

test.each([
  [
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "LinkedInBot",
  ],
  ["http.rb/5.1.1 (Mastodon/4.2.1; +https://example.com/)", "Mastodon"],
  ["Mozilla/5.0 HeadlessChrome/126.0.0.0 Safari/537.36 (compatible; Bytespider)", "Bytespider"],
])("a crawler comes before the library that it is made with: %s", (agent, name) => {
  expect(nameIn(agent)).toBe(name);
});

test.each([
  ["TelegramBot (like TwitterBot)", "TelegramBot"],
  ["Gwene/1.0 (https://gwene.org) Googlebot", "Gwene"],
  ["SentiBot www.example.com (compatible with Googlebot)", undefined],
  ["Feed Robot like Feedly", undefined],
])("a crawler that a program resembles is none: %s", (agent, name) => {
  expect(nameIn(agent)).toBe(name);
});

test.each([
  "NiceFetcher/1.0 (+https://www.feedly.com/curl.html; me@googlebot.com)",
  "Fake-Googlebot/1.0",
  "Googlebots/1.0",
  "MyGooglebot",
  "curly/2.0",
])("a part of an address or of another word is no name: %s", (agent) => {
  expect(nameIn(agent)).toBeUndefined();
});

test.each([
  "a ",
  ";a",
  "google ",
  "google-",
  "google-inspectiontoo ",
  "facebookexternalhi ",
  "like googlebot ",
  "amazon-bedrock-agentcore-browse ",
  "/",
  "ä ",
])("1,024 characters of %j take no longer than 40 µs", (piece) => {
  const agent = piece.repeat(1024).slice(0, 1024);
  expect(nameIn(agent)).toBeUndefined();
  expectCpuTimeBelow(40, () => {
    for (let run = 0; run < 1_000; run += 1) findReader(agent);
  });
});
