import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

import { StartRefused } from "../../src/base/errors.ts";
import { packageFile } from "../../src/base/package-file.ts";
import { openRanges } from "../../src/reads/open-ranges.ts";
import { families, shippedFiles } from "../../src/reads/ranges/index.ts";
import { listedNames } from "../../src/reads/reader.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";

/** Resolves with a directory that has the files. */
async function directoryOf(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await temporaryDirectory();
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

function published(...prefixes: readonly string[]): string {
  const entries = prefixes.map((prefix) =>
    prefix.includes(":") ? { ipv6Prefix: prefix } : { ipv4Prefix: prefix },
  );
  return JSON.stringify({ creationTime: "2026-11-28T00:00:00", prefixes: entries });
}

const shipped = [
  { reader: "gptbot", prefixes: ["192.0.2.0/24"] },
  { reader: "bingbot", prefixes: ["198.51.100.0/24"] },
];

test("a file replaces the ranges that ship with the program, and adds others", async () => {
  const directory = await directoryOf({
    "gptbot.json": published("203.0.113.0/25", "2001:db8::/48"),
    "applebot.json": published("192.0.2.128/25"),
    "notes.txt": "no ranges",
  });
  const ranges = await openRanges(directory, shipped);

  expect(ranges.verify("GPTBot", "192.0.2.1")).toBe("no");
  expect(ranges.verify("GPTBot", "203.0.113.1")).toBe("yes");
  expect(ranges.verify("GPTBot", "2001:db8::1")).toBe("yes");
  expect(ranges.verify("bingbot", "198.51.100.1")).toBe("yes");
  expect(ranges.verify("Applebot", "192.0.2.200")).toBe("yes");
  expect(ranges.verify("Applebot", "192.0.2.1")).toBe("no");
  expect(ranges.verify("ClaudeBot", "192.0.2.1")).toBe("unknown");
});

test("without a directory, those that ship with the program hold", async () => {
  const ranges = await openRanges(undefined, shipped);
  expect(ranges.verify("GPTBot", "192.0.2.1")).toBe("yes");
  const real = await openRanges(undefined);
  expect(real.verify("GPTBot", "192.0.2.1")).toBe("no");
  expect(real.verify("GPTBot", "52.230.152.7")).toBe("yes");
  expect(real.verify("Googlebot-Image", "66.249.66.1")).toBe("yes");
  expect(real.verify("bingbot", "40.77.167.1")).toBe("yes");
  expect(real.verify("ChatGPT-User", "192.0.2.1")).toBe("unknown");
});

test("each shipped file is of a reader of the list, and the docs say of when it is", async () => {
  const docs = readFileSync("docs/crawlers.md", "utf8");
  const dated = [...docs.matchAll(/^\| `([a-z-]+)\.json` \| [^|]* \| (\d[\d-]*) \|/gm)];
  const shippedDates = Object.entries(shippedFiles).map(([reader, file]) => {
    expect([...listedNames].map((name) => name.toLowerCase())).toContain(reader);
    return [reader, (file as { creationTime: string }).creationTime.slice(0, 10)];
  });
  expect(dated.map(([, reader, date]) => [reader, date]).sort()).toEqual(shippedDates.sort());
});

test("a file holds for the other readers that its operator means, unless they have one", async () => {
  const directory = await directoryOf({
    "googlebot.json": published("192.0.2.0/24"),
    "googlebot-news.json": published("203.0.113.0/24"),
  });
  const ranges = await openRanges(directory, shipped);

  expect(ranges.verify("Googlebot-Image", "192.0.2.1")).toBe("yes");
  expect(ranges.verify("Googlebot-News", "192.0.2.1")).toBe("no");
  expect(ranges.verify("Googlebot-News", "203.0.113.1")).toBe("yes");
  expect(ranges.verify("AdsBot-Google", "192.0.2.1")).toBe("unknown");
});

test("an entry may have both kinds of address", async () => {
  const both = { ipv4Prefix: "192.0.2.0/24", ipv6Prefix: "2001:db8::/32" };
  const text = JSON.stringify({ prefixes: [both] });
  const ranges = await openRanges(await directoryOf({ "gptbot.json": text }));
  expect(ranges.verify("GPTBot", "192.0.2.1")).toBe("yes");
  expect(ranges.verify("GPTBot", "2001:db8::1")).toBe("yes");
});

test.each([
  ["nobody.json", published("192.0.2.0/24"), "there is no reader nobody in lower case"],
  ["GPTBot.json", published("192.0.2.0/24"), "there is no reader GPTBot in lower case"],
  ["gptbot.json", '{"prefixes": [}', "it is no JSON at line 1, column 15"],
  [
    "gptbot.json",
    '{\n  "prefixes": [\n    {"ipv4Prefix": "192.0.2.0/24"},\n  ]\n}',
    "it is no JSON at line 4, column 3",
  ],
  ["gptbot.json", "<!doctype html>\n<html>", "it is no JSON at line 1, column 1"],
  ["gptbot.json", "", "it is no JSON at line 1, column 1"],
  ["gptbot.json", '{"prefixes": []', "it is no JSON at line 1, column 16"],
  ["gptbot.json", '{"prefixes": []}\n{}', "it is no JSON at line 2, column 1"],
  ["gptbot.json", '{"creationTime": "a\nb"}', "it is no JSON at line 1, column 18"],
  ["gptbot.json", "[]", "it has no list prefixes"],
  ["gptbot.json", "null", "it has no list prefixes"],
  ["gptbot.json", '{"prefixes": {"ipv4Prefix": "192.0.2.0/24"}}', "it has no list prefixes"],
  ["gptbot.json", published("192.0.2.0/24", "192.0.2.0/33"), "prefixes[1] is no address range"],
  ["gptbot.json", published("2001:db8::/129"), "prefixes[0] is no address range"],
  ["gptbot.json", published("example.com"), "prefixes[0] is no address range"],
  [
    "gptbot.json",
    '{"prefixes": [{"ipv4Prefix": "192.0.2.0/24", "ipv6Prefix": 1}]}',
    "prefixes[0] is no address range",
  ],
  ["gptbot.json", '{"prefixes": ["192.0.2.0/24"]}', "prefixes[0] is no address range"],
  ["gptbot.json", '{"prefixes": [null]}', "prefixes[0] is no address range"],
])("%s with %j stops the start and says where", async (name, text, problem) => {
  const directory = await directoryOf({ [name]: text });
  const line = `READER_RANGES cannot be read: ${join(directory, name)}: ${problem}`;
  await expect(openRanges(directory)).rejects.toThrow(new StartRefused(line));
});

test("a directory that is missing, and a file that cannot be read, stop the start", async () => {
  const directory = await temporaryDirectory();
  const missing = join(directory, "missing");
  await expect(openRanges(missing)).rejects.toThrow(
    /^READER_RANGES cannot be read: ENOENT.*missing/,
  );
  await mkdir(join(directory, "gptbot.json"));
  await expect(openRanges(directory)).rejects.toThrow(/^READER_RANGES cannot be read: EISDIR/);
});

test("docs/crawlers.md names the files, and the readers that each holds for", () => {
  const text = readFileSync(packageFile("docs/crawlers.md"), "utf8");
  const rows = [...text.matchAll(/^\| `([^`]+)\.json` \|[^|]*\|(.*)\|$/gm)].map(
    ([, file = "", cell = ""]): [string, string[]] => [
      file,
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    ],
  );
  const lowerCase = new Set([...listedNames].map((name) => name.toLowerCase()));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(([file]) => !lowerCase.has(file))).toEqual([]);
  expect(Object.fromEntries(rows.filter(([, more]) => more.length > 0))).toEqual(families);
  expect(
    Object.values(families)
      .flat()
      .filter((name) => !listedNames.has(name)),
  ).toEqual([]);
});
