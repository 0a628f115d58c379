import { expect, test } from "vitest";

import type { Webhook } from "../../../src/access/webhook.ts";
import type { Database } from "../../../src/clickhouse/database.ts";
import { render, type Sql } from "../../../src/clickhouse/sql.ts";
import type { Attempt } from "../../../src/notifications/deliveries/attempts.ts";
import { goalKey } from "../../../src/notifications/deliveries/delivery-key.ts";
import { byId } from "../../../src/notifications/deliveries/recipient.ts";
import {
  GoalBatches,
  nextWindow,
  type Told,
} from "../../../src/notifications/webhooks/goal-deliveries.ts";

const minuteMs = 60_000;
const at = (time: string) => Date.parse(`2026-11-26T${time}Z`);

function told(until: string, status: Attempt["status"], attempt = 1): Told {
  const times = { fromMs: at(until) - minuteMs, untilMs: at(until) };
  const key = goalKey({ websiteId: 7, goalId: 3 }, times, byId("webhook", 1));
  const attempts = [{ ...key, attempt, status, sender: "", answer: "", timeMs: at(until) }];
  return { ...times, eventId: `until ${until}`, attempts };
}

function next(all: readonly Told[], since: string, now: string, emptyMs = 0) {
  const times = { sinceMs: at(since), emptyMs, endMs: at(now), nowMs: at(now) };
  const found = nextWindow(all, times);
  return found && { ...found.window, open: found.open?.eventId };
}

const span = (from: string, until: string) => ({ fromMs: at(from), untilMs: at(until) });

test("what happened while a webhook was off is not told when it is on again", () => {
  const all = [told("09:58:00", "sent"), told("09:59:00", "sent")];

  expect(next(all, "18:00:30", "18:05:00")).toEqual(span("18:00:30", "18:05:00"));
  expect(next(all, "18:00:30", "18:00:00")).toBeUndefined();
});

test("a delivery that failed before a webhook was off holds up nothing when it is on again", () => {
  const all = [told("09:59:00", "refused")];

  expect(next(all, "09:00:00", "10:05:00")).toEqual({
    ...span("09:00:00", "09:59:00"),
    open: "until 09:59:00",
  });
  expect(next(all, "10:01:00", "10:05:00")).toEqual(span("10:01:00", "10:05:00"));
});

test("a delivery that has nothing to tell any more is over", () => {
  const all = [told("09:50:00", "sent"), told("09:59:00", "refused")];

  expect(next(all, "09:00:00", "10:05:00", at("09:59:00"))).toEqual(span("09:59:00", "10:05:00"));
});

test("without deliveries it begins when the webhook wants the goal, at most a day before", () => {
  expect(next([], "10:00:30", "10:01:00")).toEqual(span("10:00:30", "10:01:00"));
  const times = { sinceMs: 0, emptyMs: 0, endMs: at("10:01:00"), nowMs: at("10:01:00") };
  expect(nextWindow([], times)?.window.fromMs).toBe(Date.parse("2026-11-25T00:00:00Z"));
});

/** Answers the statements of `GoalBatches`: the goals, the attempts and the numbers. */
function store(createdMs: number): Database {
  const rows = async (statement: Sql) => {
    const text = render(statement).query;
    if (text.includes("FROM definitions")) {
      const body = JSON.stringify({
        content: { name: "Signup", type: "event", value: "Signup", props: {} },
      });
      return [{ websiteId: 7, id: 3, body, createdS: createdMs / 1000 }];
    }
    if (text.includes("FROM deliveries")) return [];
    return [{ website_id: 7, anything: 2, visitors: 2, pageviews: 0, events: 2, goals: [2] }];
  };
  return { rows } as unknown as Database;
}

const content: Webhook = {
  name: "Goals",
  url: "https://a.example/",
  format: "json",
  secret: "",
  enabled: true,
  events: ["goal"],
  failedMs: null,
  enabledMs: at("08:00:00"),
  createdMs: at("08:00:00"),
  updatedMs: at("08:00:00"),
};

async function find(now: string, webhook = content, created = "09:00:00") {
  const batches = new GoalBatches(store(at(created)), () => at(now));
  return (await batches.find([{ id: 1, content: webhook }], () => true))[0];
}

test("processes that look at different minutes name a delivery alike, so that one tells it", async () => {
  const [one, other] = [await find("10:01:10"), await find("10:02:10")];

  expect(one?.key).toEqual({ ...other?.key, untilMs: at("10:01:00") });
  expect(other?.key.untilMs).toBe(at("10:02:00"));
});

test("events before the goal was made, or was asked for, are not told", async () => {
  const asked = { ...content, addedMs: { goal: at("09:30:00") } };

  expect((await find("10:01:10"))?.fromMs).toBe(at("09:00:00"));
  expect((await find("10:01:10", asked))?.fromMs).toBe(at("09:30:00"));
  expect((await find("10:01:10", asked, "09:45:00"))?.fromMs).toBe(at("10:01:00") - 16 * minuteMs);
});
