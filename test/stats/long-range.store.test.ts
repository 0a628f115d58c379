import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";

import { breakdownReport } from "../../src/stats/breakdown.ts";
import { openFootfall } from "../helpers/open-footfall.ts";

const footfall = openFootfall();

test.each([
  ["counted", () => undefined],
  ["rolled up", () => randomUUID()],
])("a range may have every day since 2000, %s", async (_, runOf) => {
  const dates = Array.from({ length: 27 * 365 }, (_, day) =>
    new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const days = dates.map((date) => ({ date, events: 1, removals: 0, rollupId: runOf() }));
  const query = {
    websiteId: 1,
    dimension: "page",
    from: "2000-01-01",
    to: "2026-12-31",
    filters: [],
    search: "",
    sortBy: "count",
    sort: "desc",
    limit: 10,
    offset: 0,
  } as const;
  const limits = { signal: new AbortController().signal, deadlineMs: performance.now() + 60_000 };

  const answer = await breakdownReport.count(footfall.server.store.db, query, days, limits);

  expect(answer).toEqual({ rows: [], total: 0, total_count: 0 });
});
