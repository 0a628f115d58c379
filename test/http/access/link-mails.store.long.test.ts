import { expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { startFootfall } from "../../helpers/footfall.ts";
import { startMailServer } from "../../helpers/mail-server.ts";
import { accept, invite, password, tokenOf } from "./callers.ts";

const email = "ada@example.com";

async function startWithMail() {
  const mailServer = await startMailServer();
  const footfall = await startFootfall({
    SMTP_URL: mailServer.url,
    BASE_URL: "https://stats.example.com/",
    REPORT_FROM: "Footfall <stats@example.com>",
    REPORT_TO: "owner@example.com",
  });
  const linkIn = (nth: number) =>
    /https:\/\/stats\.example\.com\/\w+#[\w-]{43}/.exec(mailServer.mails[nth]?.text ?? "")?.[0] ??
    "";
  return { mailServer, footfall, linkIn };
}

test("an invitation is mailed to the person alone, and its link works", async () => {
  const { mailServer, footfall, linkIn } = await startWithMail();
  const { status, json } = await footfall.request("/api/v1/people", {
    body: { email, role: "member" },
    headers: { "x-forwarded-host": "evil.example" },
  });

  expect([status, json.link.mailed]).toEqual([201, true]);
  expect(mailServer.mails).toHaveLength(1);
  expect(mailServer.mails[0]?.to).toEqual([email]);
  expect(linkIn(0)).toBe(json.link.url);
  await accept(footfall, tokenOf(linkIn(0)));
});

test("whoever has forgotten a password gets three mails an hour, and nobody else any", async () => {
  const { mailServer, footfall, linkIn } = await startWithMail();
  await accept(footfall, (await invite(footfall, { email })).token);
  const invited = await invite(footfall, { email: "invited@example.com" });
  mailServer.mails.length = 0;
  const ask = async (address: string) => {
    const options = { body: { email: address }, key: false } as const;
    return (await footfall.request("/session/reset", options)).status;
  };
  for (const address of ["nobody@example.com", invited.email]) expect(await ask(address)).toBe(202);
  for (const [nth, address] of [email, ` ${email.toUpperCase()} `, email].entries()) {
    expect(await ask(address)).toBe(202);
    await eventually(() => expect(mailServer.mails).toHaveLength(nth + 1));
  }
  for (let i = 0; i < 3; i += 1) expect(await ask(email)).toBe(202);

  expect(new Set(mailServer.mails.flatMap(({ to }) => to))).toEqual(new Set([email]));
  const body = { token: tokenOf(linkIn(2)), password: "a quite new password" };
  const reset = () => footfall.request("/session/password", { body, key: false });
  expect((await reset()).status).toBe(204);
  expect(await ask(email)).toBe(202);
  footfall.clock.aheadMs = 3_600_000;
  expect(await ask(email)).toBe(202);
  await eventually(() => expect(mailServer.mails).toHaveLength(4));
  // The invitation of somebody else still holds.
  await accept(footfall, invited.token);
});

test("a mail that is refused leaves the link, and the answer says so", async () => {
  const { mailServer, footfall } = await startWithMail();
  mailServer.refusals.push({ at: "RCPT", code: 550 });
  const { status, json } = await footfall.request("/api/v1/people", {
    body: { email, role: "member" },
  });

  expect([status, json.link.mailed, mailServer.mails.length]).toEqual([201, false, 0]);
  const body = { token: tokenOf(json.link.url), password };
  expect((await footfall.request("/session/invitation", { body, key: false })).status).toBe(204);
});
