import { expect, test } from "vitest";

import { totalsOfVisits } from "../../src/dashboard/totals.ts";

const month = (visits: number, visitors: number, pageviews: number) => ({
  value: "2026-11",
  count: visits,
  visitors,
  pageviews,
});

test("totals of filtered visitors are the sums of their visits", () => {
  const { now, change } = totalsOfVisits([month(10, 8, 30), month(2, 2, 6)], [month(6, 5, 0)]);
  expect(now).toEqual({
    visitors: 10,
    visits: 12,
    pageviews: 36,
    views_per_visit: 3,
    bounce_rate: null,
    visit_duration: null,
  });
  expect(change).toMatchObject({ visitors: 1, visits: 1, pageviews: null, bounce_rate: null });
});

test("without visits there are none per visit, and without a period before no change", () => {
  const { now, change } = totalsOfVisits([]);
  expect(now).toMatchObject({ visitors: 0, visits: 0, views_per_visit: null });
  expect(change).toBeUndefined();
});
