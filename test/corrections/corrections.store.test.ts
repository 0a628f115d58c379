import { expect, test } from "vitest";

import { day, selectRows } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { correct, pagesOf } from "./correcting.ts";

const footfall = openFootfall(shareFootfall);
const range = { from: "2025-06-01", to: "2025-06-30" };

test("events on a page are deleted, engagement included, and no others", async () => {
  const { id } = await footfall.storeWith([
    { at: "10:00:00", page: "/wp-login.php" },
    { at: "10:00:05", page: "/wp-login.php", name: "engagement", engagement_time_ms: 4_000 },
    { at: "10:01:00", page: "/", who: 2 },
    { at: "10:02:00", page: "/wp-login.php?x", who: 2 },
  ] as never);
  const other = await footfall.storeWith([{ at: "10:00:00", page: "/wp-login.php" }]);
  await footfall.server.rollUp();
  const done = await correct(footfall, id, {
    kind: "delete",
    filters: { page: ["/wp-login.php"] },
    ...range,
  });
  expect(done).toMatchObject({
    kind: "delete",
    status: "done",
    filters: null,
    months: [{ month: "2025-06", events: 2, done: true }],
    result: { events: 2, visitor_days: 1, days: 1, pageviews: { before: 3, after: 2 }, pairs: [] },
  });
  expect(await pagesOf(footfall, id, range)).toEqual({ "/": 1, "/wp-login.php?x": 1 });
  expect(await pagesOf(footfall, other.id, range)).toEqual({ "/wp-login.php": 1 });
  const left = await selectRows(
    footfall,
    `SELECT page FROM events WHERE website_id = ${id} SETTINGS apply_mutations_on_fly = 0`,
  );
  expect(left).toHaveLength(2);
  expect(day).toBe("2025-06-02");
});
