import { expect, test } from "vitest";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

type Sent = readonly [time: string, page: string, name?: string];

/**
 * Sends one person's events. Returns a function that resolves with a dimension's records: value,
 * count, visitors, page views.
 */
async function visit(sent: readonly Sent[], settings: object = {}) {
  const events = sent.map(([time, page, name = "pageview"]) => ({
    at: `2025-03-${time}Z`,
    page,
    name,
  }));
  const { id } = await footfall.storeWith(events, settings);
  return async (name: string) => {
    const { json } = await footfall.stats(id, { name, from: "2025-03-01", to: "2025-03-31" });
    type Row = { value: string; count: number; visitors: number; pageviews: number };
    return json.data.map((row: Row) => [row.value, row.count, row.visitors, row.pageviews]);
  };
}

test("a visit ends with 30 minutes of silence, and not a millisecond earlier", async () => {
  const records = await visit([
    ["01T12:00:00.000", "/a"],
    ["01T12:29:59.999", "/b"],
    ["01T12:59:59.999", "/c"],
  ]);

  expect(await records("visit")).toEqual([["2025-03-01", 2, 1, 3]]);
  expect(await records("entry_page")).toEqual([
    ["/a", 1, 1, 2],
    ["/c", 1, 1, 1],
  ]);
  expect(await records("exit_page")).toEqual([
    ["/b", 1, 1, 2],
    ["/c", 1, 1, 1],
  ]);
});

test("events come in any order", async () => {
  const records = await visit([
    ["01T12:20:00", "/c"],
    ["01T12:00:00", "/a"],
    ["01T12:10:00", "/b"],
  ]);

  expect(await records("visit")).toEqual([["2025-03-01", 1, 1, 3]]);
  expect(await records("entry_page")).toEqual([["/a", 1, 1, 3]]);
  expect(await records("exit_page")).toEqual([["/c", 1, 1, 3]]);
});

test("a custom event prolongs a visit, an engagement event does not", async () => {
  const prolonged = await visit([
    ["01T12:00:00", "/a"],
    ["01T12:20:00", "/x", "signup"],
    ["01T12:40:00", "/b"],
  ]);
  const ended = await visit([
    ["01T12:00:00", "/a"],
    ["01T12:20:00", "/x", "engagement"],
    ["01T12:40:00", "/b"],
  ]);

  expect(await prolonged("visit")).toEqual([["2025-03-01", 1, 1, 2]]);
  expect(await ended("visit")).toEqual([["2025-03-01", 2, 1, 2]]);
});

test("a visit of custom events only has neither entry nor exit page", async () => {
  const records = await visit([
    ["01T10:00:00", "/x", "signup"],
    ["01T12:00:00", "/y", "signup"],
    ["01T12:10:00", "/a"],
    ["01T12:20:00", "/z", "signup"],
  ]);

  expect(await records("visit")).toEqual([["2025-03-01", 2, 1, 1]]);
  expect(await records("entry_page")).toEqual([["/a", 1, 1, 1]]);
  expect(await records("exit_page")).toEqual([["/a", 1, 1, 1]]);
});

test("engagement events make no visit", async () => {
  const records = await visit([["01T12:00:00", "/a", "engagement"]]);

  expect(await records("visit")).toEqual([]);
});

test("the end of the website's day ends a visit", async () => {
  const records = await visit(
    [
      ["01T18:20:00", "/a"],
      ["01T18:40:00", "/b"],
    ],
    { timezone: "Asia/Kolkata" },
  );

  expect(await records("visit")).toEqual([
    ["2025-03-01", 1, 1, 1],
    ["2025-03-02", 1, 1, 1],
  ]);
  expect(await records("entry_page")).toEqual([
    ["/a", 1, 1, 1],
    ["/b", 1, 1, 1],
  ]);
});

test("a visitor who enters by one page twice a day counts once", async () => {
  const records = await visit([
    ["01T09:00:00", "/a"],
    ["01T09:10:00", "/b"],
    ["01T12:00:00", "/a"],
  ]);

  expect(await records("entry_page")).toEqual([["/a", 2, 1, 3]]);
});

test("pages of one millisecond are ordered by their text", async () => {
  const records = await visit([
    ["01T12:00:00", "/b"],
    ["01T12:00:00", "/x", "signup"],
    ["01T12:00:00", "/a"],
  ]);

  expect(await records("entry_page")).toEqual([["/a", 1, 1, 2]]);
  expect(await records("exit_page")).toEqual([["/b", 1, 1, 2]]);
});
