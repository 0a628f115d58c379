import { pino } from "pino";
import { expect, test } from "vitest";

import { QueryScheduler } from "../../src/stats/query-scheduler.ts";
import type { Report, ReportQuery } from "../../src/stats/report.ts";
import { Statistics } from "../../src/stats/statistics.ts";
import type { Database } from "../../src/store/database.ts";

const query: ReportQuery = { websiteId: 1, from: "2025-03-10", to: "2025-03-10", filters: [] };
const asker = { signal: new AbortController().signal, priority: "owner" } as const;

test("no recent answer is given once an import is known to be done or undone", async () => {
  let imports = "";
  let counts = 0;
  const silent = pino({ level: "silent" });
  const statistics = new Statistics({
    db: { rows: async () => [] } as unknown as Database,
    scheduler: new QueryScheduler({ heavyMax: 1, timeMsMax: 60_000 }, silent),
    catchUp: async () => {},
    importsOf: (websiteId) => (websiteId === 1 ? imports : ""),
  });
  const report: Report<ReportQuery, string> = {
    name: "report",
    count: async () => {
      counts += 1;
      return imports;
    },
  };
  const ask = async (of = query) => (await statistics.report(report, of, asker)).value;

  for (imports of ["", "1 running", "1 done", "1 deleting", "", "2 done"]) {
    expect([await ask(), await ask()]).toEqual([imports, imports]);
  }
  expect(counts).toBeLessThanOrEqual(6);
  expect(await ask({ ...query, websiteId: 2 })).toBe("2 done");
  imports = "3 running";
  expect(await ask({ ...query, websiteId: 2 })).toBe("2 done");
});
