import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "../../../src/base/calendar.ts";
import type { Database } from "../../../src/clickhouse/database.ts";
import { insertRow } from "../../../src/clickhouse/insert-row.ts";
import { sql } from "../../../src/clickhouse/sql.ts";
import {
  beginAttempt,
  type ChannelName,
  readAttempts,
} from "../../../src/notifications/deliveries/attempts.ts";
import {
  alertKey,
  type DeliveryKey,
  importKey,
  reportMailKey,
  reportNoticeKey,
} from "../../../src/notifications/deliveries/delivery-key.ts";
import { copyEarlierDeliveries } from "../../../src/notifications/deliveries/earlier-deliveries.ts";
import { readLastResults } from "../../../src/notifications/deliveries/last-results.ts";
import { byId, byMail, everybody } from "../../../src/notifications/deliveries/recipient.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const timeMs = Date.parse("2026-11-26T10:00:00Z");
const odd = `o'neil/"q"@ü.example`;

let db: Database;
let websiteId: number;
beforeAll(async () => {
  const footfall = await shareFootfall();
  db = footfall.server.store.db;
  websiteId = (await footfall.store("shop.example")).id;
});
afterAll(stopAll);

/** Stores an attempt as earlier releases did. */
async function store(period: string, day: string, about: string, recipient: string, more = {}) {
  const row = {
    website_id: websiteId,
    period,
    first_day: day,
    about,
    recipient,
    attempt: 1,
    state: "sent",
    sender: randomUUID(),
    problem: "",
    ends: 0,
    time: new Date(timeMs).toISOString().slice(0, -1),
    ...more,
  };
  await insertRow(db, sql`email_reports`, row, randomUUID());
}

/** Copies the attempts of the earlier table, as the start of an instance does. */
async function update(): Promise<number> {
  let statements = 0;
  const run: Database["run"] = (...asked) => {
    statements += 1;
    return db.run(...asked);
  };
  const own = { run } as Database;
  await copyEarlierDeliveries(own);
  await copyEarlierDeliveries(own);
  return statements;
}

async function attemptsAt(channel: ChannelName) {
  const all = await readAttempts(db, Date.parse("2000-01-01"), channel);
  return all.filter((each) => each.websiteId === websiteId);
}

/** Returns a key without the end, which a message of an earlier release did not say. */
function namedBy({ untilMs: _, ...key }: DeliveryKey) {
  return key;
}

test("what an earlier release has delivered keeps its id, so it is not delivered again", async () => {
  const week = { websiteId, period: "week", from: "2026-11-16" } as const;
  const webhook = byId("webhook", 12);
  const finishedAt = "2026-11-26T09:30:00Z";
  await store("week", "2026-11-16", "", "mail a@mail.test");
  await store("week", "2026-11-16", "", `mail ${odd}`);
  await store("month", "2026-10-01", "", "");
  await store("day", "2026-11-25", "", "person 4");
  await store("alert", "2026-11-26", "5 31", "webhook 12");
  await store("import", "2026-11-26", `3 ${finishedAt}`, "webhook 12");
  await store("report", "2026-11-23", "week 2026-11-16", "webhook 12");
  // A process copies once, and two processes copy the same.
  expect([await update(), await update()]).toEqual([2, 2]);

  const mails = [
    reportMailKey(week, byMail("a@mail.test")),
    reportMailKey(week, { kind: "mail", id: odd }),
    reportMailKey({ websiteId, period: "month", from: "2026-10-01" }, everybody),
    reportMailKey({ websiteId, period: "day", from: "2026-11-25" }, byId("person", 4)),
  ];
  const calls = [
    alertKey({ websiteId, alertId: 5 }, { change: 31, untilMs: timeMs }, webhook),
    importKey({ websiteId, importId: 3 }, finishedAt, webhook),
    reportNoticeKey(week, Date.parse("2026-11-23T06:00:00Z"), webhook),
  ];
  for (const [channel, keys] of [["mail", mails] as const, ["webhook", calls] as const]) {
    const found = await attemptsAt(channel);
    expect(found).toHaveLength(keys.length);
    for (const key of keys.map(namedBy)) {
      expect(found).toContainEqual(expect.objectContaining({ ...key, status: "sent", attempt: 1 }));
    }
    for (const key of keys) expect(await beginAttempt(db, key, 1, timeMs)).toBeUndefined();
  }
  // Everybody has got the mail of the month.
  const own = reportMailKey({ websiteId, period: "month", from: "2026-10-01" }, byMail("b@b.test"));
  expect(await beginAttempt(db, own, 1, timeMs)).toBeUndefined();
});

test("goals of an earlier release are told up to where they were told", async () => {
  const at = (time: string) => Date.parse(`2026-11-26T${time}:00Z`);
  const recipient = "webhook 13";
  await store("goal", "2026-11-26", `6 from ${at("09:58") / 1000}`, recipient, {
    ends: at("09:59") / 1000,
  });
  await store("goal", "2026-11-26", `6 ${at("09:58") / 1000}`, recipient);
  await update();

  const found = (await attemptsAt("webhook")).filter(({ kind }) => kind === "goal");
  expect(found.map(({ subjectId, fromMs, untilMs }) => [subjectId, fromMs, untilMs])).toEqual(
    expect.arrayContaining([
      [6, at("09:58"), at("09:59")],
      [6, Math.floor(timeMs / dayMs) * dayMs, at("09:58")],
    ]),
  );
});

test("the last results of an earlier release stay", async () => {
  const failed = { state: "refused", problem: "550 no", time: "2026-11-26 11:00:00.000" };
  await store("alert", "2026-11-26", "9 1", "mail a@mail.test");
  await store("alert", "2026-11-26", "9 1", "webhook 14", failed);
  await store("alert", "2026-11-26", `8 test ${randomUUID()}`, "mail a@mail.test", failed);
  await store("week", "2026-11-09", `test ${randomUUID()}`, "mail z@mail.test", failed);
  await update();

  const alerts = await readLastResults(db, { of: "alerts", websiteId });
  const last = { atMs: timeMs + 3_600_000, status: "failed", problem: "550 no" };
  expect(alerts.get(9)).toEqual({ ...last, failedFor: "webhook 14" });
  expect(alerts.get(8)).toEqual({ ...last, failedFor: "mail a@mail.test" });
  const reports = await readLastResults(db, { of: "reports", websiteId });
  expect(reports.get(websiteId)).toEqual({ ...last, failedFor: "mail z@mail.test" });
  expect((await readLastResults(db, { of: "webhooks" })).get(14)?.status).toBe("failed");
});
