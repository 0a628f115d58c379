import { beforeAll, expect, test } from "vitest";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  // One visitor an hour, for four days and a half.
  const events = Array.from({ length: 108 }, (_, hour) => ({
    at: new Date(Date.parse("2026-03-02T00:30:00Z") + hour * hourMs).toISOString(),
    who: hour,
  }));
  ({ id } = await footfall.storeWith(events, { timezone: "Europe/Berlin" }));
});

const hourMs = 3_600_000;
const now = Date.parse("2026-03-06T12:10:00Z");

async function ask(read: string, query: Record<string, string | number>) {
  const params = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const reply = await footfall.request(
    `/api/websites/${id}/${read}?${new URLSearchParams(params)}`,
  );
  expect(reply.status, reply.text).toBe(200);
  return reply;
}

test.each([
  [24, "2026-03-05T14:00/2026-03-06T14:00"],
  [48, "2026-03-04T14:00/2026-03-06T14:00"],
])("the last %i hours and those before are as many, without one twice", async (hours, range) => {
  const middle = now - hours * hourMs;
  const after = await ask("stats", { startAt: middle, endAt: now });
  const before = await ask("stats", { startAt: middle - hours * hourMs, endAt: middle });

  expect(after.headers.get("x-footfall-range")).toBe(range);
  // The last event was 40 minutes before.
  expect([after.json.visitors, before.json.visitors]).toEqual([hours - 1, hours]);
  expect(after.json.comparison).toMatchObject({ visitors: before.json.visitors });
});

test("values and periods are those of the same hours", async () => {
  const range = { startAt: now - 24 * hourMs, endAt: now };
  const pages = await ask("metrics", { ...range, type: "path" });
  expect(pages.json).toEqual([{ x: "/", y: 23 }]);
  const { json } = await ask("pageviews", { ...range, unit: "hour" });
  expect(json.pageviews).toHaveLength(23);
  expect(json.pageviews[0]).toEqual({ x: "2026-03-05T14:00:00+01:00", y: 1 });
});

test.each(["false", ""])("compare=%s is no comparison", async (compare) => {
  const range = { startAt: now - 24 * hourMs, endAt: now };
  const plain = await ask("pageviews", range);
  expect((await ask("pageviews", { ...range, compare })).json).toEqual(plain.json);
  expect((await ask("stats", { ...range, compare })).json.comparison.visitors).toBe(24);
});
