import { describe, expect, test } from "vitest";
import { day } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { rollUp } from "../../helpers/roll-up.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { notEngaged, nothing, summaries } from "./summaries.ts";

const footfall = openFootfall(shareFootfall);
const { ask, summaryOf } = summaries(footfall);

describe("compare=previous", () => {
  const previous = { compare: "previous" };

  test.each([
    ["none", []],
    ["the days before", ["2024-02-27", "2024-02-28", "2024-02-29"]],
    ["all", ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02", "2024-03-03"]],
  ])("adds as many days before, over the end of a month, rolled up: %s", async (_, rolled) => {
    const { id } = await footfall.storeWith([
      { at: "2024-02-26T23:59:59Z" },
      // 3 visits of 3 visitors, 4 page views, 2 bounces, 60 seconds.
      { at: "2024-02-27T00:00:00Z" },
      { at: "2024-02-28T08:00:00Z" },
      { at: "2024-02-28T08:01:00Z" },
      { at: "2024-02-29T23:59:59Z" },
      // 4 visits of 4 visitors, 7 page views, 1 bounce, 30 seconds.
      { at: "2024-03-01T00:00:00Z" },
      { at: "2024-03-01T08:00:00Z", ip: "1.1.1.1" },
      { at: "2024-03-01T08:00:10Z", ip: "1.1.1.1" },
      { at: "2024-03-02T08:00:00Z" },
      { at: "2024-03-02T08:00:10Z" },
      { at: "2024-03-03T23:59:00Z" },
      { at: "2024-03-03T23:59:10Z" },
      { at: "2024-03-04T00:00:00Z" },
    ]);
    await rollUp(footfall, id, rolled);

    expect(await summaryOf(id, "2024-03-01", "2024-03-03", previous)).toEqual({
      from: "2024-03-01",
      to: "2024-03-03",
      visitors: 4,
      visits: 4,
      pageviews: 7,
      views_per_visit: 1.75,
      bounce_rate: 0.25,
      visit_duration: 7.5,
      ...notEngaged,
      previous: {
        from: "2024-02-27",
        to: "2024-02-29",
        visitors: 3,
        visits: 3,
        pageviews: 4,
        views_per_visit: 1.3333,
        bounce_rate: 0.6667,
        visit_duration: 20,
        ...notEngaged,
      },
      change: {
        visitors: 0.3333,
        visits: 0.3333,
        pageviews: 0.75,
        // The percentage is that of 4 / 3, not of 1.3333.
        views_per_visit: 0.3125,
        bounce_rate: -0.625,
        visit_duration: -0.625,
        ...notEngaged,
        engaged_visitors: null,
      },
    });
  });

  test("says of what was nothing, or is nothing, that there is no change to tell", async () => {
    const { id } = await footfall.storeWith([{ at: "08:00:00" }, { at: "2025-06-03T08:00:00Z" }]);
    const unknown = Object.fromEntries(Object.keys(nothing).map((name) => [name, null]));

    const first = await summaryOf(id, day, day, previous);
    expect(first.previous).toEqual({ from: "2025-06-01", to: "2025-06-01", ...nothing });
    expect(first.change).toEqual(unknown);
    const last = await summaryOf(id, "2025-06-04", "2025-06-04", previous);
    expect(last.change).toEqual({ ...unknown, visitors: -1, visits: -1, pageviews: -1 });
    const same = await summaryOf(id, "2025-06-03", "2025-06-03", previous);
    // A visit of one page view took no time: 0 has no percentage.
    const unchanged = Object.fromEntries(Object.keys(nothing).map((name) => [name, 0]));
    const engaged = { engaged_visitors: null, engagement_seconds: null, scroll_depth: null };
    expect(same.change).toEqual({ ...unchanged, ...engaged, visit_duration: null });
  });
});

describe("other earlier ranges", () => {
  /** One visitor more on each of these days than on the one before. */
  const days = ["2023-02-27", "2023-02-28", "2023-03-01", "2024-02-28", "2024-02-29", "2024-03-01"];
  const events = days.flatMap((date, nth) =>
    Array.from({ length: nth + 1 }, (_, who) => ({ at: `${date}T12:00:00Z`, ip: `8.8.8.${who}` })),
  );

  test.each([
    ["none", []],
    ["some", ["2023-02-28", "2024-02-29"]],
    ["all", days],
  ])("are summed up like any other, rolled up: %s", async (_, rolled) => {
    const { id } = await footfall.storeWith(events);
    await rollUp(footfall, id, rolled);
    const compare = async (from: string, to: string, query: object) => {
      const { visitors, previous, change } = await summaryOf(id, from, to, query);
      const range = `${previous.from} ${previous.to}`;
      return [visitors, range, previous.visitors, change.visitors];
    };

    expect(await compare("2024-02-29", "2024-03-01", { compare: "year" })).toEqual([
      11,
      "2023-02-28 2023-03-01",
      5,
      1.2,
    ]);
    expect(await compare("2024-02-29", "2024-02-29", { compare: "year" })).toEqual([
      5,
      "2023-02-28 2023-02-28",
      2,
      1.5,
    ]);
    // Three days, of which 2023 has two.
    expect(await compare("2024-02-28", "2024-03-01", { compare: "year" })).toEqual([
      15,
      "2023-02-28 2023-03-01",
      5,
      2,
    ]);
    // Both begin on a Wednesday.
    const week = { compare: "year", match: "weekday" };
    expect(await compare("2024-02-28", "2024-03-01", week)).toEqual([
      15,
      "2023-03-01 2023-03-03",
      3,
      4,
    ]);
    expect(await compare("2024-02-28", "2024-03-01", { compare: "2023-02-27" })).toEqual([
      15,
      "2023-02-27 2023-03-01",
      6,
      1.5,
    ]);
    // The earlier range may reach into the range itself.
    const before = { compare: "2024-02-28", "filter[page]": "/", match: "weekday" };
    expect(await compare("2024-02-29", "2024-03-01", before)).toEqual([
      11,
      "2024-02-22 2024-02-23",
      0,
      null,
    ]);
    expect(await compare("2024-02-29", "2024-03-01", { compare: "2024-02-28" })).toEqual([
      11,
      "2024-02-28 2024-02-29",
      9,
      0.2222,
    ]);
  });

  test("make answers of their own, with tags of their own", async () => {
    const { id } = await footfall.storeWith(events);
    const range = { from: "2024-02-29", to: "2024-02-29" };
    const queries = [
      { compare: "previous" },
      { compare: "previous", match: "weekday" },
      { compare: "year" },
      { compare: "2023-02-27" },
    ];
    await footfall.server.shipped();
    const replies = [];
    for (const query of queries) replies.push(await ask(id, { ...range, ...query }));
    expect(new Set(replies.map(({ headers }) => headers.get("etag"))).size).toBe(queries.length);
    expect(replies.map(({ json }) => json.data.previous.visitors)).toEqual([4, 0, 2, 1]);
  });
});
