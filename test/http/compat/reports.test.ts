import { afterEach, expect, test } from "vitest";
import { Reports } from "../../../src/http/compat/reports.ts";
import type { Site } from "../../../src/http/reports/site.ts";
import { startApp } from "../../helpers/app.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { websiteWith } from "../../helpers/draft.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";

afterEach(stopAll);

const days = { from: "2026-11-01", to: "2026-11-02" };

/** Returns reports of a website with so many pages, and the questions that reach the store. */
function pagesOf(total: number) {
  const asked: { limit: number; offset: number }[] = [];
  const statistics = {
    async report(_report: unknown, query: { limit: number; offset: number }) {
      asked.push(query);
      const length = Math.min(query.limit, total);
      const rows = Array.from({ length }, (_, n) => ({
        value: `/${length - n}`,
        count: 1,
        visitors: 1,
        pageviews: 1,
      }));
      return { version: "", value: { rows, total, total_count: total } };
    },
  };
  const stays = async () => {};
  const site = { website: websiteWith({}), statistics, stays } as unknown as Site;
  const caller = { signal: new AbortController().signal, priority: "owner" } as const;
  return { asked, reports: new Reports(site, caller, Date.parse("2026-11-03")) };
}

test("10,000 values are one statement, and stay in its order", async () => {
  const { asked, reports } = pagesOf(10_000);
  const rows = await reports.breakdown({ ...days, name: "page" });
  expect(asked).toHaveLength(1);
  expect(rows).toHaveLength(10_000);
  expect([rows[0]?.value, rows.at(-1)?.value]).toEqual(["/10000", "/1"]);
});

test("other requests run while 10,000 values become records", async () => {
  const { reports } = pagesOf(10_000);
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await reports.breakdown({ ...days, name: "page" });
  isDone = true;
  expect(turns).toBeGreaterThan(3);
});

test("more values than 10,000 are refused, unless the first ones are enough", async () => {
  const { reports } = pagesOf(10_001);
  await expect(reports.breakdown({ ...days, name: "page" })).rejects.toThrow(
    "There are 10001 values, and at most 10000 can be read",
  );
  expect(await reports.breakdown({ ...days, name: "page" }, { limit: 3 })).toHaveLength(3);
});

test.each([
  ["GET", "/api/v1/stats/aggregate?site_id=example.com"],
  ["GET", "/api/websites/example.com/stats?startDate=2026-11-01&endDate=2026-11-02"],
])("a client that closes its connection ends its statement: %s %s", async (method, path) => {
  const signals: AbortSignal[] = [];
  const server = await startApp({
    rows: (_query, limits) =>
      new Promise((_resolve, reject) => {
        const { signal = AbortSignal.abort() } = limits ?? {};
        signals.push(signal);
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  const socket = await server.connect();
  const head = `host: localhost\r\nauthorization: Bearer ${apiKey}`;
  socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
  await eventually(async () => expect(signals.some(({ aborted }) => !aborted)).toBe(true));
  socket.destroy();
  await eventually(async () => expect(signals.every(({ aborted }) => aborted)).toBe(true));
});
