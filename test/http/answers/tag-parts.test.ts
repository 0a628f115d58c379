import { afterAll, expect, test } from "vitest";
import type { Website } from "../../../src/websites/website.ts";
import { startApp } from "../../helpers/app.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";

afterAll(stopAll);

const noon = "2026-11-20T12:00:00Z";
const today = "from=2026-11-20&to=2026-11-20&compare=previous";
const month = "from=2026-11-01&to=2026-11-20&compare=previous";

/** Resolves with the tag of a summary without events, at a time and for some settings. */
async function tagOf(query: string, time: string, website: Partial<Website> = {}): Promise<string> {
  const { app } = await startApp({ websites: [website], now: () => Date.parse(time) });
  const { statusCode, headers } = await app.inject({
    url: `/api/v1/websites/7/summary?${query}`,
    headers: { host: "stats.example", authorization: `Bearer ${apiKey}` },
  });
  expect(statusCode).toBe(200);
  return String(headers["etag"]);
}

test("a tag holds while nothing changes that the answer follows from", async () => {
  expect(await tagOf(today, noon)).toBe(await tagOf(today, noon));
});

test.each([
  ["the moment up to which yesterday counts", today, "2026-11-20T13:00:00Z", {}],
  ["the days before, when the month goes on", month, "2026-11-21T12:00:00Z", {}],
  ["the time zone", month, noon, { timezone: "Asia/Tokyo" }],
  ["the domain", month, noon, { domain: "other.example" }],
])("a tag changes with %s", async (_, query, time, website) => {
  expect(await tagOf(query, time, website)).not.toBe(await tagOf(query, noon));
});
