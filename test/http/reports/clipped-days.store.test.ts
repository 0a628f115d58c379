import { describe, expect, test } from "vitest";

import { clockAt, moveDay } from "../../../src/base/calendar.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { rollUp } from "../../helpers/roll-up.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { summaries } from "./summaries.ts";

const footfall = openFootfall(shareFootfall);
const { ask, summaryOf } = summaries(footfall);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A zone in which it is about noon, so that no day ends during the test. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? "UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe("today", () => {
  const timezone = noonZone();
  const today = clockAt(timezone, Date.now()).day;
  const yesterday = moveDay(today, -1);

  test.each([
    ["from its events", []],
    ["whose day is rolled up", [yesterday]],
  ])("is compared with yesterday up to the same quarter of an hour, %s", async (_, rolled) => {
    const { id } = await footfall.storeWith(
      [
        { at: ago(minuteMs), ip: "192.0.2.1" },
        { at: ago(dayMs + 60 * minuteMs), ip: "192.0.2.1" },
        { at: ago(dayMs + 30 * minuteMs), ip: "192.0.2.2" },
        // Another page view of a visitor who came before, and a visitor who came later.
        { at: ago(dayMs - 10 * minuteMs), ip: "192.0.2.2" },
        { at: ago(dayMs - 10 * minuteMs), ip: "192.0.2.3" },
      ],
      { timezone },
    );
    await rollUp(footfall, id, rolled);
    const { previous } = await summaryOf(id, today, today, { compare: "previous" });
    expect([previous.from, previous.visitors, previous.pageviews]).toEqual([yesterday, 2, 2]);

    const reply = await ask(id, { from: today, to: today, compare: "previous" });
    const until = Date.parse(reply.json.meta.compared_until);
    expect([until % (15 * minuteMs), until <= Date.now() - dayMs]).toEqual([0, true]);
    expect(Date.now() - dayMs - until).toBeLessThan(16 * minuteMs);

    // A range that names its days keeps them whole.
    const whole = await ask(id, { from: today, to: today, compare: yesterday });
    expect([whole.json.data.previous.pageviews, whole.json.meta]).toEqual([4, undefined]);
    const year = await ask(id, { from: today, to: today, compare: "year" });
    expect(year.json.meta).toBeUndefined();
  });

  test("has the same end of the comparison for values", async () => {
    const { id } = await footfall.storeWith(
      [
        { at: ago(minuteMs), ip: "192.0.2.1" },
        { at: ago(dayMs + 30 * minuteMs), ip: "192.0.2.2" },
        { at: ago(dayMs - 10 * minuteMs), ip: "192.0.2.3" },
      ],
      { timezone },
    );
    await footfall.server.shipped();
    const stats = await footfall.request(
      `/api/v1/stats/${id}?name=browser&from=${today}&to=${today}&compare=previous`,
    );
    expect(stats.json.data[0].previous.visitors).toBe(1);
    expect(stats.json.meta.compared_until).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test("has the same end in the summary of all websites, by the clock of each", async () => {
    const at = { at: ago(dayMs - 10 * minuteMs), ip: "192.0.2.3" };
    const early = { at: ago(dayMs + 30 * minuteMs), ip: "192.0.2.2" };
    const { id } = await footfall.storeWith([at, early], { timezone });
    await footfall.storeWith([at, early], { timezone: "Pacific/Kiritimati" });
    await footfall.server.shipped();
    const asked = `from=${today}&to=${today}&compare=previous`;
    const all = await footfall.request(`/api/v1/websites/summary?${asked}&per_page=100`);
    for (const { website_id, ...record } of all.json.data) {
      const own = await footfall.request(`/api/v1/websites/${website_id}/summary?${asked}`);
      const { from: _, to: __, ...expected } = own.json.data;
      expect(record).toMatchObject({ ...expected, ...own.json.meta });
      expect(record.compared_until).toBe(own.json.meta?.compared_until);
    }
    const record = all.json.data.find((each: { website_id: number }) => each.website_id === id);
    expect(record.previous.visitors).toBe(1);
  });
});

describe("from_hour", () => {
  const events = [
    { at: "2025-06-01T08:59:59Z", ip: "192.0.2.1" },
    { at: "2025-06-01T09:00:00Z", ip: "192.0.2.1" },
    { at: "2025-06-02T08:59:59Z", ip: "192.0.2.2" },
    { at: "2025-06-02T09:00:00Z", ip: "192.0.2.3" },
    { at: "2025-06-03T08:59:59Z", ip: "192.0.2.4" },
  ];
  const range = { from: "2025-06-02", to: "2025-06-03", from_hour: "9" };

  test.each([
    ["none", []],
    ["all", ["2025-06-01", "2025-06-02", "2025-06-03"]],
  ])("leaves out the hours before, in both ranges, rolled up: %s", async (_, rolled) => {
    const { id } = await footfall.storeWith(events);
    await rollUp(footfall, id, rolled);
    await footfall.server.shipped();
    const { data, meta } = (await ask(id, { ...range, compare: "previous" })).json;
    expect([data.visitors, data.pageviews]).toEqual([2, 2]);
    const { previous } = data;
    expect([previous.from, previous.to, previous.pageviews]).toEqual([
      "2025-06-01",
      "2025-06-02",
      2,
    ]);
    expect(meta.compared_until).toBe("2025-06-02T09:00:00Z");

    const hours = await footfall.request(
      `/api/v1/stats/${id}?${new URLSearchParams({ ...range, name: "pageview", interval: "hour", sort_by: "value", sort: "asc" })}`,
    );
    const values = hours.json.data.map(({ value }: { value: string }) => value);
    expect(values).toEqual(["2025-06-02T09:00", "2025-06-03T08:00"]);
  });

  test("holds with filters, for goals and for CSV", async () => {
    const { id } = await footfall.storeWith(events);
    await rollUp(footfall, id, ["2025-06-02"]);
    await footfall.server.shipped();
    const filtered = await ask(id, { ...range, "filter[browser]": "Chrome" });
    expect(filtered.json.data.visitors).toBe(2);
    const csv = await footfall.request(
      `/api/v1/stats/${id}?${new URLSearchParams({ ...range, name: "browser" })}`,
      { headers: { accept: "text/csv" } },
    );
    expect(csv.text).toMatch(/\nChrome,2,2,2,|\n"Chrome",2,2,2,/);
    const engagement = await footfall.request(
      `/api/v1/websites/${id}/goals/stats?${new URLSearchParams(range)}`,
    );
    expect(engagement.json.meta.visitors).toBe(2);
  });

  test("needs a range of two days to compare, and is an hour", async () => {
    const { id } = await footfall.storeWith([]);
    const errorsOf = async (query: Record<string, string>) => (await ask(id, query)).json.errors;
    expect(await errorsOf({ ...range, from: "2025-06-03", compare: "previous" })).toEqual({
      from_hour: ["needs a range of two days with compare"],
    });
    expect(await errorsOf({ ...range, from_hour: "24" })).toEqual({
      from_hour: ["must be an hour, 0 to 23"],
    });
  });
});

describe("to_hour", () => {
  const events = [
    { at: "2025-06-01T08:59:59Z", ip: "192.0.2.1" },
    { at: "2025-06-01T09:00:00Z", ip: "192.0.2.2" },
    { at: "2025-06-02T03:00:00Z", ip: "192.0.2.3" },
    { at: "2025-06-03T08:59:59Z", ip: "192.0.2.4" },
    { at: "2025-06-03T09:00:00Z", ip: "192.0.2.5" },
  ];
  const all = { from: "2025-06-01", to: "2025-06-03" };

  test.each([
    ["none", []],
    ["all", ["2025-06-01", "2025-06-02", "2025-06-03"]],
  ])("ends a range of any length where the next one begins, rolled up: %s", async (_, rolled) => {
    const { id } = await footfall.storeWith(events);
    await rollUp(footfall, id, rolled);
    await footfall.server.shipped();
    const viewsOf = async (query: Record<string, string>) =>
      (await ask(id, query)).json.data.pageviews;
    expect(await viewsOf({ ...all, from_hour: "9", to_hour: "9" })).toBe(3);
    expect(await viewsOf({ from: all.from, to: all.from, to_hour: "9" })).toBe(1);
    expect(await viewsOf({ from: all.to, to: all.to, from_hour: "9" })).toBe(1);
    expect(await viewsOf({ from: all.to, to: all.to, from_hour: "8", to_hour: "9" })).toBe(1);
  });

  test("leaves out nothing of an hour that is not over", async () => {
    const timezone = noonZone();
    const { day, minute } = clockAt(timezone, Date.now());
    const { id } = await footfall.storeWith([{ at: ago(0) }], { timezone });
    await footfall.server.shipped();
    const to_hour = String(Math.floor(minute / 60) + 1);
    expect((await ask(id, { from: day, to: day, to_hour })).json.data.pageviews).toBe(1);
  });

  test("comes after from_hour, and not with compare", async () => {
    const { id } = await footfall.storeWith([]);
    const errorsOf = async (query: Record<string, string>) => (await ask(id, query)).json.errors;
    const hours = { from: all.to, to: all.to, from_hour: "9", to_hour: "9" };
    expect(await errorsOf(hours)).toEqual({ to_hour: ["must be after from_hour"] });
    expect(await errorsOf({ ...all, to_hour: "9", compare: "year" })).toEqual({
      to_hour: ["is not possible with compare"],
    });
    expect(await errorsOf({ ...all, to_hour: "0" })).toEqual({
      to_hour: ["must be an hour, 1 to 23"],
    });
  });
});

test("a whole month is compared with the whole month before", async () => {
  const { id } = await footfall.storeWith([
    { at: "2025-03-31T12:00:00Z" },
    { at: "2025-02-01T12:00:00Z" },
  ]);
  const march = await summaryOf(id, "2025-03-01", "2025-03-31", { compare: "previous" });
  const { from, to, visitors } = march.previous;
  expect([from, to, visitors]).toEqual(["2025-02-01", "2025-02-28", 1]);
});

test("the present month is compared with the same days of the month before", async () => {
  const { id } = await footfall.storeWith([], { timezone: "UTC" });
  const { day } = clockAt("UTC", Date.now());
  const first = `${day.slice(0, 7)}-01`;
  const { previous } = await summaryOf(id, first, day, { compare: "previous" });
  const lastMonth = moveDay(first, -1).slice(0, 7);
  const isFirstDay = day === first;
  expect(previous.from).toBe(isFirstDay ? moveDay(first, -1) : `${lastMonth}-01`);
  expect(previous.to.slice(0, 7)).toBe(lastMonth);
});
