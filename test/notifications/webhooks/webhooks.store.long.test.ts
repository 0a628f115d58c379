import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newImport } from "../../../src/definitions/import.ts";
import { openDefinitions } from "../../../src/server/parts/open-services.ts";
import { byTest } from "../../helpers/author.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { startFootfall, type TestFootfall } from "../../helpers/footfall.ts";
import { type Receiver, startReceiver, status } from "../../helpers/receiver.ts";
import { minuteMs, NotificationScene, thursday } from "../alerts/notification-scene.ts";

const dayMs = 24 * 60 * minuteMs;

let scene: NotificationScene;
let receiver: Receiver;
let refusing: TestFootfall;
beforeAll(async () => {
  scene = await NotificationScene.open();
  refusing = await startFootfall();
  receiver = await startReceiver();
});
beforeEach(async () => {
  await scene.clear();
  for (const { id } of (await scene.read("webhooks")) as unknown as { id: number }[]) {
    await scene.footfall.request(`/api/v1/webhooks/${id}`, { method: "DELETE" });
  }
  receiver.received.length = 0;
  receiver.answers.length = 0;
});
afterAll(stopAll);

test("events that match goals come together, at most once a minute, and each once", async () => {
  const { id, domain } = await scene.website();
  await scene.make(`websites/${id}/goals`, { name: "Signup", type: "event", value: "Signup" });
  await scene.webhook({ name: "Goals", url: receiver.url, events: ["goal"] });
  const sign = (n: number, timeMs: number) => scene.visit(id, n, timeMs, { name: "Signup" });
  const numbers = () => receiver.received.map(({ json }) => json.data.number);
  scene.nowMs = thursday + 2 * minuteMs + 10_000;
  await sign(3, thursday + 30_000);
  await Promise.all([scene.look(), scene.look()]);
  await scene.look();
  expect(numbers()).toEqual([3]);
  expect(receiver.received[0]?.json).toMatchObject({
    type: "goal",
    website: { id, domain },
    text: `${domain}: 3 events of the goal Signup`,
    data: { name: "Signup", number: 3, window: { to: "2026-11-26T12:02:00Z" } },
  });

  receiver.answers.push(status(500));
  await sign(1, thursday + 2 * minuteMs + 30_000);
  scene.nowMs += minuteMs;
  await scene.look();
  // While the delivery is tried again, later events wait for theirs.
  await sign(2, thursday + 3 * minuteMs + 30_000);
  scene.nowMs += minuteMs;
  await scene.look();
  expect(numbers()).toEqual([3, 1, 1]);
  scene.nowMs += minuteMs;
  await scene.look();
  expect(numbers()).toEqual([3, 1, 1, 2]);

  scene.nowMs += 60 * minuteMs;
  await scene.look();
  expect(numbers()).toEqual([3, 1, 1, 2]);
});

test("a webhook that an alert names cannot be deleted, and can be afterwards", async () => {
  const { id, domain } = await scene.website();
  const webhook = await scene.webhook({ name: "Ops", url: receiver.url });
  const to = [{ webhook_id: webhook }];
  const alert = await scene.alert(id, { name: "Silence", when: { silent_minutes: 60 }, to });
  const remove = (path: string) => scene.footfall.request(`/api/v1/${path}`, { method: "DELETE" });

  const { status: refused, json } = await remove(`webhooks/${webhook}`);
  expect([refused, json.errors]).toEqual([
    422,
    { alerts: [`the alert "Silence" of ${domain} names this webhook`] },
  ]);
  await remove(`websites/${id}/alerts/${alert.id}`);
  expect((await remove(`webhooks/${webhook}`)).status).toBe(200);
});

test("the end of an import is told once; that of a dry run is not", async () => {
  const { id, domain } = await scene.website();
  await scene.webhook({ name: "Imports", url: receiver.url, events: ["import"] });
  const definitions = openDefinitions(scene.footfall.server.store.db, () => scene.nowMs);
  const begun = {
    kind: "totals",
    source: "matomo",
    digest: "",
    options: {},
    isDryRun: false,
    files: [],
    ignored: [],
    upload: null,
  } as const;
  const finishedAt = "2026-11-26T12:00:00Z";
  const done = { ...newImport(begun), status: "done", finishedAt } as const;
  await definitions.create(byTest, id, "import", () => newImport(begun));
  await definitions.create(byTest, id, "import", () => ({ ...done, isDryRun: true }));
  await scene.look();
  expect(receiver.received).toEqual([]);

  await definitions.create(byTest, id, "import", () => ({
    ...done,
    rows: { read: 5, imported: 4, skipped: {} },
  }));
  await scene.look();
  await scene.look();

  expect(receiver.received.map(({ json }) => json)).toEqual([
    expect.objectContaining({
      type: "import",
      website: { id, domain },
      data: expect.objectContaining({ id: 3, source: "matomo", status: "done" }),
    }),
  ]);
});

test("a report that a website has is told, also without a mail server", async () => {
  // It became due at 06:00, after the webhook was made.
  scene.nowMs = Date.parse("2026-11-23T05:00:00Z");
  const { id } = await scene.website();
  await scene.webhook({ name: "Reports", url: receiver.url, events: ["report"] });
  const url = `/api/v1/websites/${id}/email-reports`;
  await scene.footfall.request(url, { method: "PUT", body: { week: true } });
  await scene.visit(id, 4, Date.parse("2026-11-18T12:00:00Z"));
  scene.nowMs = Date.parse("2026-11-23T06:00:10Z");

  await scene.look(await scene.instance({ SMTP_URL: "" }));
  await scene.look(await scene.instance({ SMTP_URL: "" }));

  expect(receiver.received.map(({ json }) => [json.type, json.data])).toEqual([
    [
      "report",
      expect.objectContaining({
        period: "week",
        from: "2026-11-16",
        to: "2026-11-22",
        visitors: 4,
        pageviews: 4,
      }),
    ],
  ]);
});

test("a webhook that failed for a week is switched off, and says so", async () => {
  const { id } = await scene.website();
  const webhookId = await scene.webhook({ name: "Gone", url: `${receiver.url}/gone` });
  const when = { metric: "visitors", window_minutes: 60, above: 0 };
  await scene.alert(id, { when, to: [{ webhook_id: webhookId }], pause_minutes: 1 });
  const read = () => scene.read(`webhooks/${webhookId}`);
  receiver.answers.push(...Array.from({ length: 40 }, () => status(500)));
  for (const day of [0, 3, 6, 8]) {
    scene.nowMs = thursday + day * dayMs;
    await scene.visit(id, 1);
    await scene.look();
    await (await scene.instance()).switchOff.run();
    // A change of another instance is known within a second.
    await eventually(async () => {
      expect([day, (await read())["enabled"]]).toEqual([day, day < 8]);
    });
    await scene.pass(61);
  }
  receiver.answers.length = 0;
  expect(await read()).toMatchObject({ enabled: false, failed_at: expect.any(String) });

  const url = `/api/v1/webhooks/${webhookId}`;
  await scene.footfall.request(url, { method: "PATCH", body: { enabled: true } });
  await (await scene.instance()).switchOff.run();

  expect(await read()).toMatchObject({ enabled: true, failed_at: null });
});

describe("the API of webhooks", () => {
  test("never says the secret, and tells what became of a test", async () => {
    const secret = "correct horse battery staple";
    const body = { name: "Chat", url: receiver.url, secret };
    const made = await scene.footfall.request("/api/v1/webhooks", { method: "POST", body });
    const { id } = made.json.data;
    const url = `/api/v1/webhooks/${id}`;
    const tested = await scene.footfall.request(`${url}/test`, { method: "POST" });
    receiver.answers.push(status(500));
    const failed = await scene.footfall.request(`${url}/test`, { method: "POST" });
    const changed = await scene.footfall.request(url, {
      method: "PATCH",
      body: { secret: "another" },
    });
    const audit = await scene.footfall.request("/api/v1/audit");

    expect(made.json.data).toMatchObject({ has_secret: true, format: "json", events: [] });
    expect(tested.json.data).toEqual({ to: `webhook ${id}`, status: "sent", problem: null });
    expect(failed.json.data).toMatchObject({ status: "failed", problem: "the answer was 500" });
    expect(changed.json.data.last).toMatchObject({ status: "failed" });
    expect(receiver.received.map(({ json }) => json.type)).toEqual(["test", "test"]);
    expect(receiver.received[0]?.json.text).toBe("This is a test of the webhook Chat.");
    expect(audit.text).toContain("webhook.create");
    for (const { text } of [made, tested, failed, changed, audit]) {
      expect(text).not.toMatch(/correct horse|another/);
    }
  });

  test.each([
    ["http://127.0.0.1/", 422],
    ["http://[::ffff:10.0.0.1]/", 422],
    ["http://169.254.169.254/latest/meta-data", 422],
    ["http://localhost:1234/", 422],
    ["ftp://example.com/", 422],
    ["https://user:secret@example.com/", 422],
    ["http://8.8.8.8/", 201],
  ])("takes %s with private addresses refused: %i", async (url, expected) => {
    const body = { name: url, url };
    const reply = await refusing.request("/api/v1/webhooks", { method: "POST", body });

    expect([reply.status, reply.text]).toEqual([expected, expect.any(String)]);
    if (expected === 422) expect(reply.json.errors).toHaveProperty("url");
  });
});
