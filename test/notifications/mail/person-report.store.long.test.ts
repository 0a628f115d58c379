import { afterAll, beforeAll, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import { NotificationScene } from "../alerts/notification-scene.ts";

const password = "correct horse battery";

let scene: NotificationScene;
beforeAll(async () => {
  scene = await NotificationScene.open();
});
afterAll(stopAll);

/** Resolves with a person who has signed in, and the headers of the session. */
async function signIn(email: string, websiteId: number) {
  const grants = [{ website_id: websiteId, may: "view" }];
  const invited = await scene.footfall.request("/api/v1/people", {
    method: "POST",
    body: { email, role: "member", grants },
  });
  const token = invited.json.link.url.replace(/^.*#/, "");
  const reply = await scene.footfall.request("/session/invitation", {
    method: "POST",
    key: false,
    body: { token, password },
  });
  const cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? "";
  const id: number = invited.json.data.id;
  return { id, headers: { cookie, "sec-fetch-site": "same-origin" } };
}

test("one mail has the numbers of all websites that a person sees, and can be ended", async () => {
  scene.nowMs = Date.parse("2026-11-23T05:00:00Z");
  const own = await scene.website();
  const other = await scene.website();
  const { headers } = await signIn("ada@mail.test", own.id);
  const path = "/api/v1/me/email-reports";
  const ask = (method: string, body?: object) =>
    scene.footfall.request(path, { method, key: false, headers, ...(body && { body }) });
  expect((await scene.footfall.request(path)).status).toBe(403);
  expect((await scene.footfall.request(`${path}/test`, { method: "POST" })).status).toBe(403);
  expect((await ask("GET")).json.data).toMatchObject({
    week: false,
    send_at: "06:00",
    last: null,
  });
  expect((await ask("PUT", { timezone: "Mars" })).status).toBe(422);
  const changed = await ask("PUT", { week: true, send_at: "08:00", timezone: "Europe/Berlin" });
  expect(changed.json.data).toMatchObject({ week: true, send_at: "08:00" });
  await scene.visit(own.id, 3, Date.parse("2026-11-18T12:00:00Z"));
  await scene.visit(other.id, 5, Date.parse("2026-11-18T12:00:00Z"));

  scene.nowMs = Date.parse("2026-11-23T06:59:00Z");
  await scene.look();
  expect(scene.subjects()).toEqual([]);
  scene.nowMs = Date.parse("2026-11-23T07:00:00Z");
  await Promise.all([scene.look(), scene.look()]);
  await scene.look();

  expect(scene.subjects()).toEqual(["1 website: 3 visitors last week"]);
  expect((await ask("GET")).json.data.last).toEqual({
    at: "2026-11-23T07:00:00Z",
    status: "sent",
    problem: null,
  });
  const [mail] = scene.mailServer.mails;
  expect(mail?.to).toEqual(["ada@mail.test"]);
  expect(mail?.text).toContain(`${own.domain}: 3 visitors, 3 page views`);
  expect(mail?.text).not.toContain(other.domain);
  const link = /<https:\/\/stats\.test(\/unsubscribe\/[^>]+)>/.exec(
    mail?.headers.get("list-unsubscribe") ?? "",
  )?.[1];
  // The Footfall of the scene has a key of its own.
  expect(link).toMatch(/^\/unsubscribe\/\d+\.p\./);
});

test("nobody gets a mail who is disabled", async () => {
  await scene.clear();
  scene.nowMs = Date.parse("2026-11-23T05:00:00Z");
  const website = await scene.website();
  const { id, headers } = await signIn("bob@mail.test", website.id);
  const body = { week: true, send_at: "06:00", timezone: "UTC" };
  const options = { method: "PUT", key: false, headers, body } as const;
  expect((await scene.footfall.request("/api/v1/me/email-reports", options)).status).toBe(200);
  const change = (state: string) =>
    scene.footfall.request(`/api/v1/people/${id}`, { method: "PATCH", body: { state } });
  const mails = () => scene.mailServer.mails.filter(({ to }) => to.includes("bob@mail.test"));

  expect((await change("disabled")).status).toBe(200);
  scene.nowMs = Date.parse("2026-11-23T06:00:00Z");
  await scene.look();
  expect(mails()).toEqual([]);
  expect((await change("active")).status).toBe(200);
  await scene.look();
  expect(mails()).toHaveLength(1);
});
