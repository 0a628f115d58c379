import { beforeAll, describe, expect, test } from "vitest";

import type { Message } from "../../../src/notifications/mail/message.ts";
import { startApp, type TestApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const authorization = `Bearer ${apiKey}`;
const to = [{ email: "ada@example.com" }];
const silence = { silent_minutes: 60 };
const count = { metric: "visitors", window_minutes: 60 };

let server: TestApp;
beforeAll(async () => {
  server = await startApp({});
});

function ask(path: string, body?: object, method = body === undefined ? "GET" : "POST") {
  return server.app.inject({
    method: method as "GET",
    url: `/api/v1/${path}`,
    headers: { authorization },
    ...(body !== undefined && { payload: body }),
  });
}

let alerts = 0;
async function make(fields: object) {
  alerts += 1;
  return ask("websites/7/alerts", { name: `Alert ${alerts}`, when: silence, to, ...fields });
}

async function errorsOf(fields: object): Promise<string[]> {
  const reply = await make(fields);
  expect([reply.statusCode, reply.body]).toEqual([422, expect.any(String)]);
  return Object.keys(reply.json().errors);
}

describe("an alert", () => {
  test("has the fields of the contract, with their defaults", async () => {
    const made = (await make({ name: "Tag" })).json().data;

    expect(made).toEqual({
      id: made.id,
      name: "Tag",
      when: silence,
      hours: null,
      pause_minutes: 720,
      to,
      enabled: true,
      state: "quiet",
      changed_at: null,
      last: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await ask(`websites/7/alerts/${made.id}`)).json().data).toEqual(made);
  });

  test.each([
    [{ ...count, above: 0 }],
    [{ ...count, window_minutes: 5, above: 10, below: 5 }],
    [{ ...count, window_minutes: 1440, below: 1 }],
    [{ ...count, metric: "pageviews", above: 1 }],
    [{ ...count, metric: "events", above: 1 }],
    [{ ...count, against: "weekday", times_above: 1.5 }],
    [{ ...count, against: "weekday", times_below: 0.9, times_above: 20 }],
    [{ silent_minutes: 15 }],
    [{ silent_minutes: 1440 }],
  ])("fires by the rule %j", async (when) => {
    expect((await make({ when })).json().data.when).toEqual(when);
  });

  test.each([
    [{}, "when"],
    [5, "when"],
    [count, "when"],
    [{ above: 5, window_minutes: 5 }, "when"],
    [{ metric: "visitors", above: 5 }, "when.window_minutes"],
    [{ ...count, window_minutes: 4, above: 1 }, "when.window_minutes"],
    [{ ...count, window_minutes: 1441, above: 1 }, "when.window_minutes"],
    [{ ...count, window_minutes: 59, against: "weekday", times_above: 2 }, "when.window_minutes"],
    [{ ...count, above: 1.5 }, "when.above"],
    [{ ...count, above: -1 }, "when.above"],
    [{ ...count, metric: "bounces", above: 1 }, "when.metric"],
    [{ ...count, metric: "goal", above: 1 }, "when.goal_id"],
    [{ ...count, metric: "goal", goal_id: 99, above: 1 }, "when.goal_id"],
    [{ ...count, goal_id: 1, above: 1 }, "when.goal_id"],
    [{ ...count, against: "month", times_above: 2 }, "when.against"],
    [{ ...count, against: "weekday" }, "when"],
    [{ ...count, against: "weekday", above: 3, times_above: 2 }, "when.above"],
    [{ ...count, against: "weekday", times_above: 1.4 }, "when.times_above"],
    [{ ...count, against: "weekday", times_above: 21 }, "when.times_above"],
    [{ ...count, against: "weekday", times_below: 0.04 }, "when.times_below"],
    [{ ...count, against: "weekday", times_below: 0.91 }, "when.times_below"],
    [{ ...count, above: 1, times_above: 2 }, "when.times_above"],
    [{ silent_minutes: 14 }, "when.silent_minutes"],
    [{ silent_minutes: 1441 }, "when.silent_minutes"],
    [{ ...silence, metric: "visitors" }, "when.metric"],
  ])("does not fire by the rule %j, which names %s", async (when, field) => {
    expect(await errorsOf({ when })).toEqual([field]);
  });

  test.each([
    [{ hours: [8, 22] }, 201],
    [{ hours: [22, 6] }, 201],
    [{ hours: [0, 24] }, 201],
    [{ hours: null }, 201],
    [{ hours: [8, 8] }, 422],
    [{ hours: [24, 0] }, 422],
    [{ hours: [8] }, 422],
    [{ hours: [8, 25] }, 422],
    [{ hours: [8.5, 22] }, 422],
    [{ pause_minutes: 1 }, 201],
    [{ pause_minutes: 10_080 }, 201],
    [{ pause_minutes: 0 }, 422],
    [{ pause_minutes: 10_081 }, 422],
    [{ enabled: false }, 201],
    [{ enabled: "no" }, 422],
    [{ to: [] }, 422],
    [{ to: Array.from({ length: 10 }, (_, i) => ({ email: `a${i}@b.example` })) }, 201],
    [{ to: Array.from({ length: 11 }, (_, i) => ({ email: `a${i}@b.example` })) }, 422],
    [{ to: [{}] }, 422],
    [{ to: [{ email: "nobody" }] }, 422],
    [{ to: [{ email: "a@b.example", webhook_id: 1 }] }, 422],
    [{ to: [{ person_id: 99 }] }, 422],
    [{ to: [{ webhook_id: 99 }] }, 422],
    [{ name: "" }, 422],
  ])("with %j is answered with %i", async (fields, expected) => {
    const reply = await make(fields);
    expect([reply.statusCode, reply.body]).toEqual([expected, expect.any(String)]);
    const [field = ""] = Object.keys(fields);
    if (expected === 422) expect(Object.keys(reply.json().errors)[0]).toMatch(`${field}`);
  });

  test("has a name of its own, is changed in part, and deleted", async () => {
    const { id, name } = (await make({})).json().data;
    expect((await make({ name })).json().errors).toHaveProperty("name");
    const one = `websites/7/alerts/${id}`;

    const changed = (await ask(one, { pause_minutes: 5 }, "PATCH")).json().data;
    expect(changed).toMatchObject({ id, name, when: silence, pause_minutes: 5 });
    const deleted = await ask(one, {}, "DELETE");
    expect(deleted.json()).toEqual({ id, object: "alert", deleted: true });
    expect((await ask(one)).statusCode).toBe(404);
  });

  test("tells nobody by a test without a mail server, and says what to set", async () => {
    const { id } = (await make({})).json().data;

    const reply = await ask(`websites/7/alerts/${id}/test`, {});

    expect(reply.json().data).toEqual([
      {
        to: "mail ada@example.com",
        status: "failed",
        problem: expect.stringContaining("SMTP_URL"),
      },
    ]);
  });
});

test("a test sends each recipient a message that says that it is one", async () => {
  const sent: Message[] = [];
  const origin = { from: "a@b.example", baseUrl: "https://stats.test", mailKey: "key" };
  const send = async (message: Message) => void sent.push(message);
  server = await startApp({ notifier: { mail: { origin, send } } });
  const when = { ...count, against: "weekday", times_above: 3 };
  const { id } = (await make({ when, to: [...to, { email: "b@example.com" }] })).json().data;

  const reply = await ask(`websites/7/alerts/${id}/test`, {});

  expect(reply.json().data.map(({ status }: { status: string }) => status)).toEqual([
    "sent",
    "sent",
  ]);
  expect(sent.map(({ envelope }) => envelope.to)).toEqual([["ada@example.com"], ["b@example.com"]]);
  expect(sent[0]?.raw.toString()).toContain("Subject: Test: example.com: Alert");
});

test("who sees no webhooks does not learn their hosts", async () => {
  const problem = "connect ECONNREFUSED 10.0.0.8:80";
  const last = { atMs: 0, status: "failed", problem, failedFor: "webhook 1" } as const;
  server = await startApp({
    notifier: {
      post: async () => {
        throw new Error(problem);
      },
      checkHost: async () => {},
      lastResults: async ({ of }) => new Map(of === "alerts" ? [[1, last]] : []),
    },
  });
  await ask("webhooks", { name: "Ops", url: "https://ops.example.com/" });
  const { id } = (await make({ to: [{ webhook_id: 1 }] })).json().data;
  const key = (await ask("keys", { name: "Editor", may: ["write"], websites: "all" })).json();
  const seenBy = async (secret: string) => {
    const of = { headers: { authorization: `Bearer ${secret}` } };
    const url = `/api/v1/websites/7/alerts/${id}`;
    const tested = await server.app.inject({ method: "POST", url: `${url}/test`, ...of });
    expect([tested.statusCode, tested.body]).toEqual([200, expect.any(String)]);
    const read = await server.app.inject({ url, ...of });
    return [tested.json().data[0].problem, read.json().data.last.problem];
  };

  expect(await seenBy(apiKey)).toEqual([problem, problem]);
  expect(await seenBy(key.data.key)).toEqual(Array(2).fill("the webhook could not be called"));
});

test("a member does not learn a person's address from what the mail server said", async () => {
  const problem = "550 5.1.1 <eve@example.com>: user unknown";
  const failed = { atMs: 0, status: "failed", problem } as const;
  const recipients = ["person 1", "mail ada@example.com", ""];
  const results = recipients.map((failedFor, i) => [i + 1, { ...failed, failedFor }] as const);
  server = await startApp({ notifier: { lastResults: async () => new Map(results) } });
  await ask("people", { email: "eve@example.com", role: "owner" });
  for (const _ of recipients) await make({ to: [{ person_id: 1 }, ...to] });
  const key = (await ask("keys", { name: "Editor", may: ["write"], websites: "all" })).json();
  const seenBy = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` };
    const url = "/api/v1/websites/7/alerts?sort_by=id&sort=asc";
    const { data } = (await server.app.inject({ url, headers })).json();
    return data.map(({ last }: { last: { problem: string } }) => last.problem);
  };
  const hidden = "the mail could not be sent";

  expect(await seenBy(apiKey)).toEqual([problem, problem, problem]);
  expect(await seenBy(key.data.key)).toEqual([hidden, problem, hidden]);
});

test("a person who may not see the website is as one who does not exist", async () => {
  server = await startApp({});
  await ask("people", { email: "eve@example.com", role: "member", grants: [] });
  const answerOf = async (id: number) => {
    const { statusCode, body } = await make({ name: "Alert", to: [{ person_id: id }] });
    return [statusCode, body];
  };

  expect((await ask("people/1")).statusCode).toBe(200);
  expect(await answerOf(1)).toEqual(await answerOf(99));
});

test("a goal that an alert is about cannot be deleted", async () => {
  server = await startApp({});
  const goal = { name: "Signup", type: "event", value: "Signup" };
  const { id } = (await ask("websites/7/goals", goal)).json().data;
  const when = { ...count, metric: "goal", goal_id: id, below: 1 };
  const made = (await make({ name: "No signups", when })).json().data;

  const refused = await ask(`websites/7/goals/${id}`, {}, "DELETE");
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { alerts: ['the alert "No signups" is about this goal'] },
  ]);
  await ask(`websites/7/alerts/${made.id}`, {}, "DELETE");
  expect((await ask(`websites/7/goals/${id}`, {}, "DELETE")).statusCode).toBe(200);
});
