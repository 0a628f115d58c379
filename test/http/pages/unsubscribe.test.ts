import { expect, test } from "vitest";

import { unsubscribeToken } from "../../../src/mail/unsubscribe-token.ts";
import { startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const token = unsubscribeToken("mail-key-0123456789", 7);
const form = "application/x-www-form-urlencoded";

async function start(emailReports = true) {
  const { app } = await startApp({ websites: [{ emailReports }] });
  const readEmail = async () => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const reply = await app.inject({ url: "/api/v1/websites/7", headers });
    return reply.json<{ data: { email: number } }>().data.email;
  };
  return { app, readEmail };
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
  const { app, readEmail } = await start(false);

  for (const method of ["POST", "GET"] as const) {
    const reply = await app.inject({ method, url: `/unsubscribe/${token}` });
    expect([reply.statusCode, reply.body.includes("stopped")]).toEqual([200, true]);
  }
  expect(await readEmail()).toBe(0);
});

test.each([
  ["another website's signature", token.replace("7.", "8.")],
  ["another key's signature", unsubscribeToken("another", 7)],
  ["a website that is not there", unsubscribeToken("mail-key-0123456789", 9)],
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
    ...{ method: "POST", url, headers: { "content-type": form } },
    payload: "x".repeat(17 * 1024),
  });

  expect(reply.statusCode).toBe(413);
  expect(await readEmail()).toBe(1);
});
