import { expect, test } from "vitest";

import { newProgress } from "../../../src/definitions/alert.ts";
import { unsubscribeToken } from "../../../src/notifications/mail/unsubscribe-token.ts";
import { type EmailReports, noEmailReports } from "../../../src/websites/website.ts";
import { startApp } from "../../helpers/app.ts";
import { weeksAndMonths } from "../../helpers/draft.ts";
import { apiKey } from "../../helpers/footfall.ts";

const key = "mail-key-0123456789";
const everybody = { kind: "reports", websiteId: 7 } as const;
const token = unsubscribeToken(key, everybody);
const ofAda = unsubscribeToken(key, { ...everybody, recipient: "mail ada@example.com" });
const form = "application/x-www-form-urlencoded";

async function start(emailReports: EmailReports = weeksAndMonths, defaults: string[] = []) {
  const notifier = { defaultRecipients: defaults };
  const { app } = await startApp({ websites: [{ emailReports }], notifier });
  const readEmail = async () => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const reply = await app.inject({ url: "/api/v1/websites/7", headers });
    return reply.json<{ data: { email: number } }>().data.email;
  };
  const readReports = async () => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await app.inject({ url: "/api/v1/websites/7/email-reports", headers })).json().data;
  };
  return { app, readEmail, readReports };
}

test("GET shows a page with one button, and changes nothing", async () => {
  const { app, readEmail } = await start();

  const reply = await app.inject({ url: `/unsubscribe/${token}` });

  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  expect(reply.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(reply.body).toContain('<form method="post">');
  expect(reply.body).toContain("example.com");
  expect(reply.body).not.toMatch(/<script|href|src=/);
  expect(await readEmail()).toBe(1);
});

test("the pages are in the language of the website", async () => {
  const { app } = await startApp({
    websites: [{ emailReports: weeksAndMonths, language: "ar" }],
    notifier: {},
  });
  const asked = await app.inject({ url: `/unsubscribe/${token}` });
  const ended = await app.inject({ url: `/unsubscribe/${token}`, method: "POST" });

  expect(asked.body).toContain('<html lang="ar" dir="rtl">');
  expect(asked.body).toContain("<button>إيقاف التقارير</button>");
  expect(ended.body).toContain("تم إيقاف التقارير.");
});

test.each([
  ["a form", form, "List-Unsubscribe=One-Click"],
  [
    "a form in parts",
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
  ["nothing", undefined, undefined],
])("POST with %s sets email to 0, without a key", async (_what, type, payload) => {
  const { app, readEmail } = await start();

  const reply = await app.inject({
    method: "POST",
    url: `/unsubscribe/${token}`,
    ...(type !== undefined && { headers: { "content-type": type }, payload }),
  });

  expect(reply.statusCode).toBe(200);
  expect(await readEmail()).toBe(0);
});

test("a second visit gets the same answer", async () => {
  const { app, readEmail } = await start(noEmailReports);

  for (const method of ["POST", "GET"] as const) {
    const reply = await app.inject({ method, url: `/unsubscribe/${token}` });
    expect([reply.statusCode, reply.body.includes("stopped")]).toEqual([200, true]);
  }
  expect(await readEmail()).toBe(0);
});

test.each([
  ["another website's signature", token.replace("7.", "8.")],
  ["another key's signature", unsubscribeToken("another", everybody)],
  ["a website that is not there", unsubscribeToken(key, { ...everybody, websiteId: 9 })],
  ["no token", "x"],
])("%s is answered 404 in the shape of errors", async (_what, wrong) => {
  const { app, readEmail } = await start();

  for (const method of ["POST", "GET"] as const) {
    const reply = await app.inject({ method, url: `/unsubscribe/${wrong}` });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
  }
  expect(await readEmail()).toBe(1);
});

test("a body that no mail program sends is refused", async () => {
  const { app, readEmail } = await start();
  const url = `/unsubscribe/${token}`;

  const reply = await app.inject({
    method: "POST",
    url,
    headers: { "content-type": form },
    payload: "x".repeat(17 * 1024),
  });

  expect(reply.statusCode).toBe(413);
  expect(await readEmail()).toBe(1);
});

test.each([
  ["of its own", ["Ada@example.com", "b@example.com"], [], ["b@example.com"]],
  ["of REPORT_TO", [], ["Ada <ada@example.com>", "B <b@example.com>"], ["B <b@example.com>"]],
])("a recipient %s leaves the others", async (_whose, to, defaults, left) => {
  const { app, readReports } = await start({ ...weeksAndMonths, to }, defaults);

  const page = await app.inject({ url: `/unsubscribe/${ofAda}` });
  expect(page.body).toContain("Others still do");
  await app.inject({ method: "POST", url: `/unsubscribe/${ofAda}` });

  expect(await readReports()).toMatchObject({ to: left, week: true, month: true });
  const again = await app.inject({ method: "POST", url: `/unsubscribe/${ofAda}` });
  expect(again.statusCode).toBe(200);
  expect(await readReports()).toMatchObject({ to: left });
});

test("the last recipient ends the reports", async () => {
  const { app, readReports } = await start({
    ...weeksAndMonths,
    day: true,
    to: ["ada@example.com"],
  });

  await app.inject({ method: "POST", url: `/unsubscribe/${ofAda}` });

  expect(await readReports()).toMatchObject({ day: false, week: false, month: false });
});

test("a recipient leaves an alert, and the last one switches it off", async () => {
  const recipients = [{ email: "ada@example.com" }, { email: "b@example.com" }];
  const content = {
    name: "Tag",
    when: { silent_minutes: 60 },
    hours: null,
    pauseMinutes: 720,
    to: recipients,
    enabled: true,
    ...newProgress,
  };
  const now = new Date();
  const record = { id: 3, content, createdAt: now, updatedAt: now };
  const change = { change: 1, writer: "", kind: "alert", record, deleted: false } as const;
  const { app } = await startApp({ definitions: [{ ...change, websiteId: 7 }] });
  const readAlert = async () => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await app.inject({ url: "/api/v1/websites/7/alerts/3", headers })).json().data;
  };
  const leave = (address: string) => {
    const subscription = { kind: "alert", websiteId: 7, alertId: 3, recipient: `mail ${address}` };
    const own = unsubscribeToken(key, subscription as { kind: "alert" } & typeof subscription);
    return app.inject({ method: "POST", url: `/unsubscribe/${own}` });
  };

  expect((await leave("ada@example.com")).statusCode).toBe(200);
  expect(await readAlert()).toMatchObject({ to: [{ email: "b@example.com" }], enabled: true });
  await leave("b@example.com");
  expect(await readAlert()).toMatchObject({ to: [{ email: "b@example.com" }], enabled: false });
});
