import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

import { clickIds } from "../../src/collect/click-ids.ts";
import { channels, clickIdChannels, sourceEntries } from "../../src/counting/acquisition.ts";
import { sources } from "../../src/counting/sources.ts";

const entries = sourceEntries.map(({ entry }) => entry);

test("the channels of the list are those that there are", () => {
  expect(Object.keys(sources)).toEqual(channels);
});

test("no entry and no name is listed twice", () => {
  const names = Object.values(sources).flatMap((group) => Object.keys(group));
  for (const texts of [entries, sourceEntries.map(({ stem }) => stem), names]) {
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  }
});

test("entries are hosts, domains and words in lower case", () => {
  const form = /^(?:\*\.)?[a-z0-9]+(?:[-_ .][a-z0-9]+)*(?:\.\*)?$/;
  expect(entries.filter((entry) => !form.test(entry))).toEqual([]);
});

test("no entry stands below the domain of another, where nothing would find it", () => {
  const domains = entries.filter((entry) => entry.startsWith("*.")).map((entry) => entry.slice(1));
  const hosts = entries.map((entry) => entry.replace(/^\*/, ""));
  expect(hosts.filter((host) => domains.some((end) => host.endsWith(end) && host !== end))).toEqual(
    [],
  );
});

test("no host is one of another entry's countries", () => {
  const stems = entries.filter((entry) => entry.endsWith(".*")).map((entry) => entry.slice(0, -1));
  const found = entries.filter((entry) => {
    const stem = stems.find((start) => entry.startsWith(start) && !entry.endsWith("*"));
    return stem !== undefined && /^(?:com|(?:com?\.)?[a-z]{2})$/.test(entry.slice(stem.length));
  });
  expect(found).toEqual([]);
});

test("names go by their letters within a channel", () => {
  for (const group of Object.values(sources)) {
    const names = Object.keys(group).filter((name) => !/^\d/.test(name));
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
  }
});

test("click ids with a channel are those that the collector knows", () => {
  expect(Object.keys(clickIdChannels).sort()).toEqual([...clickIds].sort());
});

test("docs/statistics-api.md lists every channel, in order of precedence", async () => {
  const text = await readFile(new URL("../../docs/statistics-api.md", import.meta.url), "utf8");
  const section = text.split("\n## Channels\n")[1]?.split("\n## ")[0] ?? "";
  const rows = [...section.matchAll(/^\| \d \| `([^`]+)` *\|/gm)].map(([, channel]) => channel);
  expect(rows).toEqual([...channels, "Direct"]);
  const documented = new Set([...section.matchAll(/`([a-z_]+)`/g)].map(([, word]) => word));
  expect(Object.keys(clickIdChannels).filter((clickId) => !documented.has(clickId))).toEqual([]);
});
