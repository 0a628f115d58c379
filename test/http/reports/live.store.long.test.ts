import { describe, expect, onTestFinished, test } from "vitest";

import { live } from "../../../src/stats/live.ts";
import { day } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();

const now = `${day}T15:04:30.000Z`;
/** Resolves with the live view at a moment, to the millisecond. */
async function liveAt(websiteId: number, time: string, from = day, to = day) {
  await footfall.server.shipped();
  const query = { websiteId, from, to, nowMs: Date.parse(time) };
  const limits = {
    signal: new AbortController().signal,
    deadlineMs: performance.now() + 60_000,
  };
  return live(footfall.server.store.db, query, limits);
}

/** Returns the page views of each minute that has some. */
function viewsIn(pageviews: readonly { minute: string; count: number }[]): object {
  const some = pageviews.filter(({ count }) => count > 0);
  return Object.fromEntries(some.map(({ minute, count }) => [minute.slice(11, 16), count]));
}

/** Resolves with the API's answer some moments after the time. */
async function askAt(id: number | string, time?: string) {
  await footfall.server.shipped();
  if (time !== undefined) {
    footfall.clock.aheadMs = Date.parse(time) - Date.now();
    onTestFinished(() => {
      footfall.clock.aheadMs = 0;
    });
  }
  return footfall.request(`/api/v1/websites/${id}/live`);
}

describe("visitors", () => {
  test("are those with a page view or custom event in the last 5 minutes", async () => {
    const { id } = await footfall.storeWith([
      { at: "14:59:30.000", ip: "1.1.1.1" },
      { at: "14:59:30.001", ip: "2.2.2.2" },
      { at: "15:04:30.000", ip: "3.3.3.3", name: "buy" },
      { at: "15:04:30.001", ip: "4.4.4.4" },
      { at: "15:04:00", ip: "5.5.5.5", name: "engagement" },
      { at: "15:04:10", ip: "3.3.3.3" },
    ]);

    expect((await liveAt(id, now)).visitors).toBe(2);
    expect((await liveAt(id, `${day}T15:04:30.001Z`)).visitors).toBe(2);
    expect((await liveAt(id, `${day}T15:09:29.999Z`)).visitors).toBe(2);
    expect((await liveAt(id, `${day}T15:09:30.001Z`)).visitors).toBe(0);
  });

  test("of other websites are not among them", async () => {
    await footfall.storeWith([{ at: "15:04:00" }]);

    expect((await liveAt((await footfall.storeWith([])).id, now)).visitors).toBe(0);
  });
});

describe("page views", () => {
  test("are counted by minutes of the clock, from 29 minutes before this one", async () => {
    const { id } = await footfall.storeWith([
      { at: "14:34:59.999" },
      { at: "14:35:00.000" },
      { at: "14:35:59.999", ip: "1.1.1.1" },
      { at: "14:36:00.000" },
      { at: "15:04:29", name: "buy" },
      { at: "15:04:30.000" },
      { at: "15:04:30.001" },
    ]);

    const { pageviews } = await liveAt(id, now);
    expect(pageviews).toHaveLength(30);
    expect(pageviews[0]).toEqual({ minute: "2025-06-02T14:35:00Z", count: 2 });
    expect(pageviews[29]).toEqual({ minute: "2025-06-02T15:04:00Z", count: 1 });
    expect(pageviews.map(({ minute }) => minute)).toEqual(
      pageviews.map(({ minute }) => minute).sort(),
    );
    expect(viewsIn(pageviews)).toEqual({ "14:35": 2, "14:36": 1, "15:04": 1 });
  });

  test("that come late count for their own time", async () => {
    const { id } = await footfall.storeWith([{ at: "14:50:00" }]);

    expect(viewsIn((await liveAt(id, now)).pageviews)).toEqual({ "14:50": 1 });
    expect((await liveAt(id, now)).visitors).toBe(0);
  });
});

describe("pages and referrers", () => {
  test("are those of the visitors who are there, of the last 30 minutes", async () => {
    const google = "https://www.google.com/";
    const { id } = await footfall.storeWith([
      { at: "14:34:59", page: "/too-early", referrer: "https://t.co/" },
      { at: "14:40:00", page: "/landing", referrer: google },
      { at: "15:03:00", page: "/a" },
      { at: "15:04:00", page: "/a" },
      { at: "15:04:00", page: "/a", ip: "1.1.1.1" },
      { at: "15:04:00", page: "/b", ip: "1.1.1.1" },
      { at: "15:04:10", name: "buy", ip: "2.2.2.2", referrer: google },
      { at: "14:50:00", page: "/gone", ip: "3.3.3.3", referrer: "https://gone.example/" },
    ]);

    const { pages, referrers, visitors } = await liveAt(id, now);
    expect(visitors).toBe(3);
    expect(pages).toMatchObject([
      { value: "/a", visitors: 2, pageviews: 3 },
      { value: "/b", visitors: 1, pageviews: 1 },
      { value: "/landing", visitors: 1, pageviews: 1 },
    ]);
    expect(referrers).toMatchObject([
      { value: "google.com", visitors: 2 },
      { value: "(direct)", visitors: 1 },
    ]);
  });

  test("are the ten with the most visitors, in an order that does not change", async () => {
    const visits = Array.from({ length: 40 }, (_, n) => ({
      at: "15:04:00",
      ip: `1.1.1.${n < 20 ? n : n - 20}`,
      page: n < 20 ? `/${n}` : `/${n % 2 === 0 ? 3 : 7}`,
      referrer: `https://r${n % 12}.example/`,
    }));
    const { id } = await footfall.storeWith(visits);

    const { pages, referrers } = await liveAt(id, now);
    const values = pages.map(({ value }) => value);
    expect(values).toEqual(["/3", "/7", ..."/0 /1 /10 /11 /12 /13 /14 /15".split(" ")]);
    expect(referrers).toHaveLength(10);
    const byVisitors = referrers.map(({ visitors }) => visitors);
    expect(byVisitors).toEqual(byVisitors.toSorted((a, b) => b - a));
  });
});

describe("around midnight", () => {
  const events = [
    { at: "2025-06-02T21:50:00Z" },
    { at: "2025-06-02T21:59:59Z", page: "/before" },
    { at: "2025-06-02T22:00:00Z", page: "/after" },
  ];

  test.each([
    ["UTC", "2025-06-02T22:02:00Z", 1],
    // A person who stays over midnight is another visitor afterwards.
    ["Europe/Berlin", "2025-06-02T22:02:00Z", 2],
    ["Pacific/Kiritimati", "2025-06-02T22:02:00Z", 1],
  ])("of %s both days count", async (timezone, time, visitors) => {
    const { id } = await footfall.storeWith(events, { timezone });
    const { data } = (await askAt(id, time)).json;

    expect(viewsIn(data.pageviews)).toEqual({ "21:50": 1, "21:59": 1, "22:00": 1 });
    expect(data.visitors).toBe(visitors);
    const pages = data.pages.map(({ value }: { value: string }) => value);
    expect(pages).toEqual(["/", "/after", "/before"]);
  });

  test("in UTC both months and years count", async () => {
    const { id } = await footfall.storeWith([
      { at: "2024-12-31T23:59:00Z", ip: "1.1.1.1" },
      { at: "2025-01-01T00:01:00Z" },
    ]);
    const { data } = (await askAt(id, "2025-01-01T00:02:30Z")).json;

    expect(data.visitors).toBe(2);
    expect(data.pageviews.at(-4)).toEqual({ minute: "2024-12-31T23:59:00Z", count: 1 });
  });
});

describe("the API", () => {
  test("answers in the shape that is documented, an event of this moment included", async () => {
    const { id, domain } = await footfall.store("moment.example");
    const event = {
      website: id,
      url: `https://${domain}/x`,
      referrer: "https://news.ycombinator.com/",
    };
    await footfall.track(event);
    const { status, json } = await askAt(id);

    expect([status, Object.keys(json)]).toEqual([200, ["data"]]);
    const { pageviews, ...rest } = json.data;
    expect(rest).toEqual({
      visitors: 1,
      pages: [{ value: "/x", visitors: 1, pageviews: 1 }],
      referrers: [{ value: "news.ycombinator.com", visitors: 1 }],
    });
    const minutes = pageviews.map(({ minute }: { minute: string }) => Date.parse(minute));
    expect(minutes).toEqual(minutes.map((_: number, n: number) => minutes[0] + n * 60_000));
    const counts = pageviews.map(({ count }: { count: number }) => count);
    // The minute may have ended since.
    expect(counts.slice(-2).reduce((a: number, b: number) => a + b)).toBe(1);
  });

  test("of a website without events is thirty zeros", async () => {
    const { data } = (await askAt((await footfall.storeWith([])).id, now)).json;

    expect(data.pageviews).toHaveLength(30);
    expect(viewsIn(data.pageviews)).toEqual({});
    expect(data).toMatchObject({ visitors: 0, pages: [], referrers: [] });
  });

  test("of a website that is not there is 404, without a key 401", async () => {
    for (const id of ["999999", "x", "0"]) {
      const reply = await askAt(id);
      expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
    }
    const keyless = await footfall.request("/api/v1/websites/1/live", { key: false });
    expect([keyless.status, keyless.json.code]).toEqual([401, "UNAUTHORIZED"]);
  });
});
