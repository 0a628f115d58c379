import { afterEach, describe, expect, test, vi } from "vitest";
import { noReport } from "../../../src/dashboard/address/report-query.ts";
import { readWebsiteQuery } from "../../../src/dashboard/address/website-query.ts";
import {
  areShortcutsOn,
  shortcutOf,
  shortcuts,
  switchShortcuts,
} from "../../../src/dashboard/statistics/shortcuts.ts";
import type { WebsiteRecord } from "../../../src/model/website.ts";

const site = {
  query: readWebsiteQuery("?filter[page]=/&segment=3"),
  days: { from: "2026-11-16", to: "2026-11-22" },
  today: "2026-11-22",
  record: undefined,
};
const press = (key: string, more: { ctrlKey?: boolean; isTyping?: boolean } = {}) =>
  shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, isTyping: false, ...more });

afterEach(() => vi.unstubAllGlobals());

describe("a shortcut", () => {
  test("has a key of its own", () => {
    const keys = shortcuts.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ["1", { range: "today", interval: undefined }],
    [",", { range: { from: "2026-11-09", to: "2026-11-15" }, interval: undefined }],
    ["c", { comparison: undefined }],
    ["f", { open: "filter" }],
    ["x", { filters: [], segment: undefined, report: noReport }],
    ["?", { open: "shortcuts" }],
  ])("%s changes the address", (key, change) => {
    expect(press(key)?.change(site)).toEqual(change);
  });

  test("switches to another website, but not for viewers, who see one", () => {
    const record = { domain: "example.com" } as WebsiteRecord;
    expect(press("w")?.change({ ...site, record })).toEqual({ open: "websites" });
    expect(press("w")?.change(site)).toBeUndefined();
  });

  test("changes nothing where there is nothing to change", () => {
    expect(press(".")?.change(site)).toBeUndefined();
    const query = readWebsiteQuery("?compare=off");
    expect(press("x")?.change({ ...site, query })).toBeUndefined();
    expect(press("c")?.change({ ...site, query })).toEqual({
      comparison: { mode: "previous", matchesWeekday: false },
    });
  });

  test("is none while somebody types, nor with a key for the browser", () => {
    expect(press("f", { isTyping: true })).toBeUndefined();
    expect(press("f", { ctrlKey: true })).toBeUndefined();
    expect(press("Enter")).toBeUndefined();
  });
});

describe("shortcuts", () => {
  test("are off once they were switched off, until they are switched on", () => {
    const stored = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    expect(areShortcutsOn()).toBe(true);
    switchShortcuts(false);
    expect(areShortcutsOn()).toBe(false);
    switchShortcuts(true);
    expect(areShortcutsOn()).toBe(true);
  });

  test("are off in the page alone where the browser forbids to remember", () => {
    vi.stubGlobal("localStorage", undefined);
    switchShortcuts(false);
    expect(areShortcutsOn()).toBe(false);
    switchShortcuts(true);
    expect(areShortcutsOn()).toBe(true);
  });
});
