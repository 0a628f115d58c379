import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { type Agent, recogniseAgent } from "../../../src/collect/agent/agent.ts";
import { unnamedReader } from "../../../src/reads/reader.ts";
import { expectCpuTimeBelow } from "../../helpers/cpu-time.ts";
import { rounds } from "../../helpers/rounds.ts";

const rows = readFileSync(new URL("../../fixtures/agents.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));

const devices = ["", "Desktop", "Mobile", "Tablet", "TV", "Console", "Wearable"];

/**
 * Returns text like an agent's, composed of pieces of real ones and of text that no client should
 * send.
 */
function composeAgent(seed: number): string {
  const pieces = rows.flatMap((row) => (row[6] ?? "").split(/(?<=[ ;/()])/));
  pieces.push(
    "\u0000",
    "\n",
    "🦶",
    '"',
    "\\",
    "__proto__",
    "constructor/1",
    ";".repeat(50),
    "((((",
  );
  let state = seed;
  return Array.from({ length: 1 + (seed % 60) }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return pieces[state % pieces.length];
  }).join("");
}

test.each(rows)("bot %s, %s %s on %s %s, device %s: %s", (...columns) => {
  const [bot, browser, browserVersion, operatingSystem, operatingSystemVersion, device, agent] =
    columns;
  const { reader, isHeadless: _, ...known } = recogniseAgent(agent ?? "");
  expect(reader !== undefined).toBe(bot === "1");
  expect(known).toEqual({
    bot: bot === "1",
    browser,
    browserVersion,
    operatingSystem,
    operatingSystemVersion,
    device,
  });
});

test("the fixture has more than 150 agents, and every kind of device", () => {
  expect(rows.length).toBeGreaterThan(150);
  expect(new Set(rows.map((row) => row[5]))).toEqual(new Set(devices));
});

test.each(["", " ", "\t\n"])("the blank agent %j is a bot of which nothing is known", (agent) => {
  const unknown: Agent = {
    bot: true,
    isHeadless: false,
    reader: unnamedReader,
    browser: "",
    browserVersion: "",
    operatingSystem: "",
    operatingSystemVersion: "",
    device: "",
  };
  expect(recogniseAgent(agent)).toEqual(unknown);
});

test("an agent of 100,000 characters is recognised by its first 1,024", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
  const padded = (characters: number) =>
    recogniseAgent(`${chrome.padEnd(characters)} Instagram 9.1`);

  expect(padded(900).browser).toBe("Instagram");
  expect(padded(100_000)).toMatchObject({ browser: "Chrome", operatingSystem: "Linux" });
});

test("an app's name after the 500th character, where ua-parser-js stops reading, is still read", () => {
  const agent = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 ${"Tag/1 ".repeat(80)}Instagram 338.0.3`;

  expect(recogniseAgent(agent)).toMatchObject({ browser: "Instagram", device: "Mobile" });
});

test("no agent makes it throw, and what it answers is of the promised shape", () => {
  for (let seed = 1; seed <= 500 * rounds; seed++) {
    const agent = composeAgent(seed);
    const { browserVersion, device, browser, operatingSystem } = recogniseAgent(agent);
    const isPromised =
      /^(?:\d{1,6}(?:\.\d{1,6})?)?$/.test(browserVersion) &&
      devices.includes(device) &&
      browser.length < 40 &&
      operatingSystem.length < 40;
    expect(isPromised, `${seed}: ${agent}`).toBe(true);
  }
});

test.each([
  ["Android models", "Mozilla/5.0 (Linux; Android 10; ", "; a"],
  ["Android systems", "", "droid 1; a "],
  ["brackets", "Mozilla/5.0 ", "("],
  ["Tizen", "", "Tizen "],
  ["Facebook", "", "FBAN/Messenger;FBAV/"],
  ["TikTok", "", "trill_"],
])("%s without end take no longer than 50 ms", (_, head, piece) => {
  const agent = head + piece.repeat(1024);
  expectCpuTimeBelow(50, () => recogniseAgent(agent));
});
