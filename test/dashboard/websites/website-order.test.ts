import { expect, test } from "vitest";
import { addDays } from "../../../src/dashboard/address/calendar-day.ts";
import { inOrder } from "../../../src/dashboard/websites/website-order.ts";
import type { WebsiteSummary } from "../../../src/model/summary.ts";
import type { WebsiteRecord } from "../../../src/model/website.ts";

const today = new Date().toISOString().slice(0, 10);
/** The visitors of today, and of a day in the thirty days before the last thirty. */
const visitors = { "shop-10": [9, 3], "shop-2": [5, 1], "shop-1": [0, 4], quiet: [] };

const websites = Object.keys(visitors).map(
  (domain, nth) => ({ id: nth + 1, domain_unicode: domain, timezone: "UTC" }) as WebsiteRecord,
);
const summaries = new Map(
  Object.values(visitors).map(([now = 0, before = 0], nth) => {
    const of = (value: string, count: number) => {
      return { value, visitors: count, visits: count, pageviews: count };
    };
    const days = [of(addDays(today, -40), before), of(today, now)];
    return [nth + 1, { days } as unknown as WebsiteSummary];
  }),
);

test.each([
  ["name", ["quiet", "shop-1", "shop-2", "shop-10"]],
  ["visitors", ["shop-10", "shop-2", "quiet", "shop-1"]],
  ["change", ["shop-2", "shop-10", "shop-1", "quiet"]],
  ["online", ["shop-1", "quiet", "shop-2", "shop-10"]],
] as const)("websites by %s", (sort, expected) => {
  const query = { days: 30, measure: "visitors", sort } as const;
  const order = inOrder(websites, query, { summaries, online: [3, 4] });

  expect(order.map(({ domain_unicode }) => domain_unicode)).toEqual(expected);
});
