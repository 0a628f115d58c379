import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { packageFile } from "../../src/base/package-file.ts";
import {
  KeptPaths,
  knownMax,
  otherPath,
  pairsMax,
  unlistedNamesMax,
} from "../../src/collect/kept-paths.ts";
import { createReadOf } from "../../src/collect/read.ts";
import { OperatorRanges } from "../../src/reads/operator-ranges.ts";
import { otherReader, type Reader, unnamedReader } from "../../src/reads/reader.ts";
import { websiteWith } from "../helpers/draft.ts";

const gptBot: Reader = { name: "GPTBot", operator: "OpenAI", purpose: "training" };
const bingbot: Reader = { name: "bingbot", operator: "Microsoft", purpose: "search" };

/** Reads so many paths of an hour, each once. Returns the paths under which they count. */
function fill(kept: KeptPaths, websiteId: number, hour: number, paths = pairsMax): Set<string> {
  const counted = new Set<string>();
  for (let nth = 0; nth < paths; nth += 1) {
    counted.add(kept.pathOf(websiteId, hour, gptBot, `/${nth}`));
  }
  return counted;
}

function unlisted(nth: number): Reader {
  return { ...unnamedReader, name: `bot${nth}` };
}

test("5,000 pairs of a website's hour are kept, and the paths of further ones are (other)", () => {
  const kept = new KeptPaths();
  expect(fill(kept, 7, 1)).toHaveProperty("size", 5_000);

  expect(kept.pathOf(7, 1, gptBot, "/more")).toBe(otherPath);
  expect(kept.pathOf(7, 1, bingbot, "/0")).toBe(otherPath);
  expect(kept.pathOf(7, 1, gptBot, "/4999")).toBe("/4999");
});

test("each hour and each website has its own pairs", () => {
  const kept = new KeptPaths();
  fill(kept, 7, 1);

  expect(kept.pathOf(7, 2, gptBot, "/more")).toBe("/more");
  expect(kept.pathOf(8, 1, gptBot, "/more")).toBe("/more");
  expect(kept.pathOf(7, 1, gptBot, "/more")).toBe(otherPath);
});

test("1,000 names of a website's day are kept, and readers with further ones are (other)", () => {
  const kept = new KeptPaths();
  for (let nth = 0; nth < unlistedNamesMax; nth += 1) {
    expect(kept.unlisted(7, 1, unlisted(nth))).toEqual(unlisted(nth));
  }

  expect(kept.unlisted(7, 1, unlisted(1_000))).toBe(otherReader);
  expect(kept.unlisted(7, 1, unlisted(999))).toEqual(unlisted(999));
  expect(kept.unlisted(7, 1, unnamedReader)).toBe(unnamedReader);
  expect(kept.unlisted(7, 2, unlisted(1_000))).toEqual(unlisted(1_000));
  expect(kept.unlisted(8, 1, unlisted(1_000))).toEqual(unlisted(1_000));
});

test("memory has a limit: the hour that was not read for longest makes room", () => {
  const kept = new KeptPaths();
  const hours = Math.floor(knownMax / (pairsMax + 3));
  for (let hour = 0; hour < hours; hour += 1) fill(kept, 7, hour);
  expect(kept.pathOf(7, 0, gptBot, "/0")).toBe("/0");
  fill(kept, 7, hours);

  expect(kept.pathOf(7, 0, gptBot, "/more")).toBe(otherPath);
  expect(kept.pathOf(7, 2, gptBot, "/more")).toBe(otherPath);
  expect(kept.pathOf(7, 1, gptBot, "/more")).toBe("/more");
});

test("hours with few pairs are known together, however many websites there are", () => {
  const kept = new KeptPaths();
  fill(kept, 1, 1);
  for (let website = 2; website < 5_000; website += 1) fill(kept, website, 1, 1);

  expect(kept.pathOf(1, 1, gptBot, "/more")).toBe(otherPath);
});

test("readers of the list have no limit of names, and all paths of a read have one", () => {
  let reader = unlisted(0);
  const readOf = createReadOf({
    recogniseAgent: () => ({ reader }),
    ranges: new OperatorRanges([]),
  });
  const read = (path: string) =>
    readOf({
      website: websiteWith(),
      timeMs: Date.UTC(2026, 10, 20, 9, 30),
      url: new URL(path, "https://example.com/"),
      ip: "192.0.2.1",
      userAgent: "",
      door: "log",
      status: "2xx",
      importId: 0,
    });
  for (let nth = 0; nth < unlistedNamesMax; nth += 1) {
    reader = unlisted(nth);
    expect(read("/")).toMatchObject({ reader: `bot${nth}`, path: "/", purpose: "other" });
  }
  reader = unlisted(unlistedNamesMax);
  expect(read("/")).toMatchObject({ reader: "(other)", path: "/", operator: "" });
  reader = unnamedReader;
  expect(read("/")).toMatchObject({ reader: "(unnamed)", path: "/" });
  reader = gptBot;
  for (let nth = unlistedNamesMax + 2; nth < pairsMax; nth += 1) read(`/${nth}`);
  expect(read("/more")).toMatchObject({ reader: "GPTBot", operator: "OpenAI", path: "(other)" });
});

test("docs/limits.md says the limits of reads", () => {
  const lines = readFileSync(packageFile("docs/limits.md"), "utf8").split("\n");
  const rows = {
    "pairs of reader and path of a website's hour": pairsMax,
    "names of a website's day that are not in the list of readers": unlistedNamesMax,
    "pairs and names of all websites in memory": knownMax,
  };
  for (const [row, limit] of Object.entries(rows)) {
    const start = `| ${row} | ${limit.toLocaleString("en")}`;
    expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1);
  }
});
