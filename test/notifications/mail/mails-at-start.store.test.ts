import { pino } from "pino";
import { expect, test } from "vitest";

import { readConfig } from "../../../src/base/config.ts";
import { sql } from "../../../src/clickhouse/sql.ts";
import { serve } from "../../../src/server/serve.ts";
import { cleanUp, temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { startMailServer } from "../../helpers/mail-server.ts";
import { testServer } from "../../helpers/test-server.ts";

test("a Footfall that starts with SMTP_URL sends what is due by itself, and counts it", async () => {
  const server = await startMailServer();
  const database = testServer();
  const config = readConfig({
    PORT: "0",
    DATA_DIR: await temporaryDirectory(),
    API_KEYS: apiKey,
    LOG_LEVEL: "silent",
    SMTP_URL: server.url,
    REPORT_FROM: "a@mail.test",
    REPORT_TO: "b@mail.test",
    BASE_URL: "https://stats.test",
    ...(database !== undefined && { CLICKHOUSE_URL: `${database}/mail_at_start` }),
  });
  const headers = { authorization: `Bearer ${apiKey}` };
  const start = (now: string) => serve(config, pino({ level: "silent" }), () => Date.parse(now));
  const first = await start("2031-01-09T12:00:00Z");
  for (const [domain, email] of [
    ["wanted.example", "1"],
    ["other.example", "0"],
  ] as const) {
    const body = new URLSearchParams({ domain, email });
    await fetch(`${first.url}/api/v1/websites`, { method: "POST", headers, body });
  }
  await first.stop();

  const second = await start("2031-01-13T07:00:00Z");
  cleanUp(async () => {
    if (database !== undefined) {
      await second.store.db.run(sql`DROP DATABASE IF EXISTS mail_at_start`);
    }
    await second.stop();
  });

  await eventually(() => expect(server.mails).toHaveLength(1));
  expect(server.mails[0]?.headers.get("subject")).toBe("wanted.example: 0 visitors last week");
  const readMetrics = async () => (await fetch(`${second.url}/metrics`, { headers })).text();
  await eventually(async () => expect(await readMetrics()).toContain("footfall_mail_sent_total 1"));
});
