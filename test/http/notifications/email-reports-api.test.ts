import { expect, test } from "vitest";
import { testMessagesMax } from "../../../src/model/limits.ts";
import type { Message } from "../../../src/notifications/mail/message.ts";
import { startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const url = "/api/v1/websites/7/email-reports";
const headers = { authorization: `Bearer ${apiKey}` };

test("reports are changed in part, and email stands for weeks and months", async () => {
  const { app } = await startApp({ notifier: { defaultRecipients: ["a@b.example"] } });
  const put = async (payload: object) =>
    (await app.inject({ method: "PUT", url, headers, payload })).json().data;
  const email = async () =>
    (await app.inject({ url: "/api/v1/websites/7", headers })).json().data.email;

  expect((await app.inject({ url, headers })).json().data).toEqual({
    day: false,
    week: false,
    month: false,
    to: [],
    send_at: "06:00",
    mail_server: false,
    default_recipients: 1,
    last: null,
  });
  expect(await put({ week: true, send_at: "08:30" })).toMatchObject({
    day: false,
    week: true,
    month: false,
    send_at: "08:30",
  });
  expect(await email()).toBe(1);
  expect(await put({ to: ["ada@example.com", "ADA@example.com", "b@example.com"] })).toMatchObject({
    week: true,
    to: ["ADA@example.com", "b@example.com"],
    send_at: "08:30",
  });
  expect(await put({ week: false, day: true })).toMatchObject({ day: true });
  expect(await email()).toBe(0);
});

test.each([
  [{ week: 1 }, "week"],
  [{ to: "ada@example.com" }, "to"],
  [{ to: ["nobody"] }, "to.0"],
  [{ to: ["a@b.example", "Ada <ada@example.com>"] }, "to.1"],
  [{ to: Array.from({ length: 21 }, (_, i) => `a${i}@b.example`) }, "to"],
  [{ send_at: "24:00" }, "send_at"],
  [{ send_at: "8:00" }, "send_at"],
])("%j is refused", async (payload, field) => {
  const { app } = await startApp({});
  const reply = await app.inject({ method: "PUT", url, headers, payload });

  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]]);
});

test("a member reads what the mail server said of the website's own addresses alone", async () => {
  const problem = "550 <owner@example.com>: no such user";
  const last = { failedFor: "mail owner@example.com" };
  const failed = { atMs: 0, status: "failed", problem } as const;
  const { app } = await startApp({
    notifier: { lastResults: async () => new Map([[7, { ...failed, ...last }]]) },
  });
  const payload = { name: "Editor", may: ["write"], websites: "all" };
  const made = await app.inject({ method: "POST", url: "/api/v1/keys", headers, payload });
  const editor = { authorization: `Bearer ${made.json().data.key}` };
  const seenBy = async (headers: object) =>
    (await app.inject({ url, headers: { ...headers } })).json().data.last.problem;

  expect(await seenBy(headers)).toBe(problem);
  expect(await seenBy(editor)).toBe("the mail could not be sent");
  await app.inject({ method: "PUT", url, headers, payload: { to: ["Owner@example.com"] } });
  expect(await seenBy(editor)).toBe(problem);
});

test("a test goes to the address that a key names", async () => {
  const sent: Message[] = [];
  const origin = { from: "a@b.example", baseUrl: "https://stats.test", mailKey: "key" };
  const send = async (message: Message) => void sent.push(message);
  const { app } = await startApp({ notifier: { mail: { origin, send } } });
  const ask = (payload: object) =>
    app.inject({ method: "POST", url: `${url}/test`, headers, payload });

  expect((await ask({})).json().errors).toEqual({ to: [expect.stringContaining("is required")] });
  expect((await ask({ to: "nobody" })).statusCode).toBe(422);
  const reply = await ask({ to: "ada@example.com" });

  expect([reply.statusCode, reply.json().data]).toEqual([
    200,
    { to: "mail ada@example.com", status: "sent", problem: null },
  ]);
  expect(sent.map(({ envelope }) => envelope.to)).toEqual([["ada@example.com"]]);
  expect(sent[0]?.raw.toString()).toContain("Subject: example.com: 0 visitors last week");
});

test("without a mail server, a test says what to set", async () => {
  const { app } = await startApp({});
  const payload = { to: "ada@example.com" };
  const reply = await app.inject({ method: "POST", url: `${url}/test`, headers, payload });

  expect(reply.json().errors.to[0]).toContain("SMTP_URL");
});

test("a caller sends a limited number of tests an hour, wherever they go", async () => {
  const clock = { ms: Date.parse("2026-11-26T12:00:00Z") };
  const sent: Message[] = [];
  const origin = { from: "a@b.example", baseUrl: "https://stats.test", mailKey: "key" };
  const send = async (message: Message) => void sent.push(message);
  const { app } = await startApp({ notifier: { mail: { origin, send } }, now: () => clock.ms });
  const ask = (to: string) =>
    app.inject({ method: "POST", url: `${url}/test`, headers, payload: { to } });
  for (let i = 0; i < testMessagesMax; i += 1) await ask(`a${i}@example.com`);
  const refused = await ask("ada@example.com");

  expect([refused.statusCode, refused.json().code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
  expect(refused.headers["retry-after"]).toBe("3600");
  expect(sent).toHaveLength(testMessagesMax);
  clock.ms += 3_600_000;
  expect((await ask("ada@example.com")).statusCode).toBe(200);
});
