import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";

import { render } from "../../../src/clickhouse/sql.ts";
import { type Fakes, startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

test("a comparison asks one heavy question at a time, so that it never waits for itself", async () => {
  let running = 0;
  let most = 0;
  let asked = 0;
  const rows: Fakes["rows"] = async (question) => {
    const { query } = render(question);
    if (query.includes("FROM rollup_days")) return [];
    // A day that is heavy, for either period.
    if (!query.includes("bounces")) return [{ date: "2026-11-01", events: 1_000_000 }] as never[];
    running += 1;
    asked += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    return [];
  };
  const { url } = await startApp({ rows });
  const path = "/api/v1/websites/7/summary?from=2026-11-01&to=2026-11-30&compare=previous";
  const reply = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });

  expect([reply.status, asked, most]).toEqual([200, 2, 1]);
});
