import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { CollectingNotes, readCollectingMinutes } from "../../../src/tables/collecting-table.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { type Receiver, startReceiver, status } from "../../helpers/receiver.ts";
import { minuteMs, NotificationScene, thursday } from "./notification-scene.ts";

const hourMs = 60 * minuteMs;
const weekMs = 7 * 24 * hourMs;

let scene: NotificationScene;
let receiver: Receiver;
beforeAll(async () => {
  scene = await NotificationScene.open();
  receiver = await startReceiver();
});
beforeEach(async () => {
  await scene.clear();
  receiver.received.length = 0;
});
afterAll(stopAll);

describe("a number", () => {
  test("above its threshold is told once, and so is its end", async () => {
    const { id, domain } = await scene.website();
    const when = { metric: "visitors", window_minutes: 60, above: 2 };
    await scene.alert(id, { name: "Front page", when });
    await scene.visit(id, 2);
    await scene.look();
    expect(scene.subjects()).toEqual([]);

    await scene.visit(id, 3);
    await scene.look();
    await scene.look();

    expect(scene.subjects()).toEqual([`${domain}: Front page: 3 visitors in 60 minutes`]);
    const [mail] = scene.mailServer.mails;
    expect(mail?.text).toContain("3 visitors from 2026-11-26 11:00 to 2026-11-26 12:00 (UTC).");
    expect(mail?.text).toContain("The alert fires while there are more than 2.");
    expect(mail?.text).toContain(`https://stats.test/${domain}`);
    expect(mail?.headers.get("list-unsubscribe")).toContain("https://stats.test/unsubscribe/");
    await expectRead(`websites/${id}/alerts/1`, {
      state: "firing",
      changed_at: "2026-11-26T12:00:00Z",
    });

    await scene.pass(60);

    expect(scene.subjects().slice(1)).toEqual([
      `${domain}: Front page: over, 0 visitors in 60 minutes`,
    ]);
    await expectRead(`websites/${id}/alerts/1`, { state: "quiet" });
  });

  test("is one of page views, of custom events, or of events of a goal", async () => {
    const { id } = await scene.website();
    const goal = { name: "Signup", type: "event", value: "Signup", props: { plan: "pro" } };
    const { id: goalId } = await scene.make(`websites/${id}/goals`, goal);
    const rules = [
      { metric: "pageviews", above: 2 },
      { metric: "events", above: 1 },
      { metric: "goal", goal_id: goalId, above: 0 },
      { metric: "pageviews", below: 3 },
      { metric: "goal", goal_id: goalId, below: 2 },
    ];
    for (const [i, when] of rules.entries()) {
      await scene.alert(id, { name: `${i}`, when: { ...when, window_minutes: 60 } });
    }
    await scene.visit(id, 2);
    // The end of a window belongs to it, and its beginning does not.
    await scene.visit(id, 1, scene.nowMs);
    await scene.visit(id, 1, scene.nowMs - 60 * minuteMs);
    // Engagement is no activity.
    await scene.visit(id, 5, scene.nowMs - minuteMs, { name: "engagement", e: 1_000, sd: 10 });
    await scene.visit(id, 1, scene.nowMs - minuteMs, { name: "Signup", props: { plan: "pro" } });
    await scene.visit(id, 1, scene.nowMs - minuteMs, { name: "Signup" });
    await scene.visit(id, 1, scene.nowMs - 61 * minuteMs, { name: "Signup" });

    await scene.look();

    expect(scene.subjects().map((subject) => subject.replace(/^.*?: /, ""))).toEqual([
      "0: 3 page views in 60 minutes",
      "1: 2 custom events in 60 minutes",
      "2: 1 event of the goal Signup in 60 minutes",
      "4: 1 event of the goal Signup in 60 minutes",
    ]);
  });

  test("of reads is that of one reader or of all, for days, of websites that are as old", async () => {
    const { id, domain } = await scene.website({ timezone: "Asia/Kolkata" });
    const young = await scene.website({}, scene.nowMs - 24 * hourMs);
    const week = { metric: "reads", window_minutes: 7 * 24 * 60, below: 1 };
    const rules = [
      { metric: "reads", window_minutes: 60, above: 1 },
      { metric: "reads", reader: "GPTBot", window_minutes: 60, above: 1 },
      { ...week, reader: "Googlebot" },
      { ...week, reader: "GPTBot" },
    ];
    for (const [i, when] of rules.entries()) await scene.alert(id, { name: `${i}`, when });
    await scene.alert(young.id, { when: week });
    const read = (user_agent: string, agoMs: number) => ({
      url: `https://${domain}/`,
      user_agent,
      timestamp: new Date(scene.nowMs - agoMs).toISOString(),
    });
    await scene.footfall.request(`/api/v1/websites/${id}/reads`, {
      body: [
        read("GPTBot/1.2", minuteMs),
        read("curl/8.5.0", minuteMs),
        read("Googlebot/2.1", 8 * 24 * hourMs),
      ],
    });

    await scene.look();

    expect(scene.subjects().map((subject) => subject.replace(/^.*?: /, ""))).toEqual([
      "0: 2 reads of programs in 60 minutes",
      "2: 0 reads of Googlebot in 7 days",
    ]);
    const refused = async (when: object) => {
      const body = { name: "x", when, to: [{ email: "ada@mail.test" }] };
      const { json } = await scene.footfall.request(`/api/v1/websites/${id}/alerts`, { body });
      return Object.keys(json.errors);
    };
    expect(
      await refused({ metric: "visitors", reader: "x", window_minutes: 1_441, above: 1 }),
    ).toEqual(["when.window_minutes", "when.reader"]);
    expect(await refused({ metric: "reads", window_minutes: 30, above: 1 })).toEqual([
      "when.window_minutes",
    ]);
  });

  test("is looked at within the hours of the website's day alone, also over midnight", async () => {
    // It is 12:00 in UTC, and 17:30 in Kolkata.
    const { id } = await scene.website({ timezone: "Asia/Kolkata" });
    const when = { metric: "visitors", window_minutes: 60, above: 0 };
    const hours = { day: [8, 17], evening: [17, 18], night: [22, 8], over: [17, 3], all: [0, 24] };
    for (const [name, each] of Object.entries(hours)) {
      await scene.alert(id, { name, when, hours: each });
    }
    await scene.visit(id, 1);

    await scene.look();

    const names = scene.subjects().map((subject) => subject.split(": ")[1]);
    expect(names).toEqual(["evening", "over", "all"]);
  });

  test("is told again after the pause, and an end only if its beginning was", async () => {
    const { id } = await scene.website();
    const when = { metric: "visitors", window_minutes: 5, above: 0 };
    await scene.alert(id, { when, pause_minutes: 60 });
    const fire = async () => {
      await scene.visit(id, 1);
      await scene.look();
      await scene.pass(10);
    };
    await fire();
    expect(scene.subjects()).toHaveLength(2);
    await fire();
    await fire();
    expect(scene.subjects()).toHaveLength(2);

    scene.nowMs = thursday + hourMs;
    await fire();

    expect(scene.subjects()).toHaveLength(4);
  });

  test("that people change, switch off or delete says nothing", async () => {
    const { id } = await scene.website();
    const when = { metric: "visitors", window_minutes: 60, above: 0 };
    const { id: alertId } = await scene.alert(id, { when });
    const url = `/api/v1/websites/${id}/alerts/${alertId}`;
    await scene.visit(id, 1);
    await (await scene.instance({ SMTP_URL: "" })).watch.run();
    const change = (body: object) => scene.footfall.request(url, { method: "PATCH", body });

    expect((await change({ enabled: false })).json.data).toMatchObject({ state: "quiet" });
    await scene.look();
    expect(scene.subjects()).toEqual([]);

    await change({ enabled: true });
    await scene.footfall.request(url, { method: "DELETE" });
    await scene.look();
    expect(scene.subjects()).toEqual([]);
  });
});

describe("a number beside the median of its weekday", () => {
  const when = { metric: "visitors", against: "weekday", window_minutes: 60 };

  test("is told with the numbers of the earlier weeks", async () => {
    const { id, domain } = await scene.website();
    await scene.alert(id, { name: "Rush", when: { ...when, times_above: 2 } });
    for (const [week, visitors] of [4, 10, 5, 6].entries()) {
      await scene.visit(id, visitors, thursday - (week + 1) * weekMs - minuteMs);
      await scene.visit(id, 40, thursday - (week + 1) * weekMs + minuteMs);
    }
    await scene.visit(id, 11);
    await scene.look();
    expect(scene.subjects()).toEqual([]);

    await scene.visit(id, 12);
    await scene.look();

    expect(scene.subjects()).toEqual([`${domain}: Rush: 12 visitors in 60 minutes`]);
    expect(scene.mailServer.mails[0]?.text).toContain(
      "more than 2 times the median, which are 11.\nThe median of the same hours of the last 4 Thursdays is 5.5: they had 4, 10, 5, 6, the last one first.",
    );
  });

  test("needs two weeks of data", async () => {
    const { id } = await scene.website();
    await scene.alert(id, { when: { ...when, times_below: 0.5 } });
    await scene.visit(id, 4, thursday - weekMs - minuteMs);
    await scene.look();
    expect(scene.subjects()).toEqual([]);

    await scene.visit(id, 6, thursday - 2 * weekMs - minuteMs);

    // The Footfall of the scene may look at the same moment, and store the change.
    await eventually(async () => {
      await scene.look();
      expect(scene.mailServer.mails[0]?.text).toContain("last 2 Thursdays is 5: they had 4, 6");
    });
  });

  test("is of the same hours by the clock, also after the clocks were changed", async () => {
    // In Berlin, 12:00 in UTC is 13:00 today, and 13:00 was 11:00 in UTC before 25 October.
    scene.nowMs = Date.parse("2026-11-05T12:00:00Z");
    const { id } = await scene.website({ timezone: "Europe/Berlin" });
    await scene.alert(id, { when: { ...when, times_above: 2 } });
    for (const day of ["2026-10-29T11:59", "2026-10-22T10:59", "2026-10-15T10:59"]) {
      await scene.visit(id, 2, Date.parse(`${day}:00Z`));
    }
    await scene.visit(id, 9, Date.parse("2026-10-22T11:59:00Z"));
    await scene.visit(id, 5);

    await scene.look();

    expect(scene.mailServer.mails[0]?.text).toContain("last 3 Thursdays is 2: they had 2, 2, 2");
  });
});

describe("a silence", () => {
  const when = { silent_minutes: 30 };

  test("is told when nothing of any kind has come, and so is its end", async () => {
    const { id, domain } = await scene.website();
    await scene.alert(id, { name: "Tag", when });
    await collectFor(90);
    await scene.visit(id, 1, thursday - 29 * minuteMs);
    await scene.look();
    expect(scene.subjects()).toEqual([]);

    scene.nowMs = thursday + 2 * minuteMs;
    // The minute in between was not noted, so it counts as an outage.
    await scene.look();
    expect(scene.subjects()).toEqual([`${domain}: Tag: nothing has come for 30 minutes`]);

    await scene.visit(id, 1);
    await scene.look();
    expect(scene.subjects()[1]).toBe(`${domain}: Tag: events come in again`);
  });

  test("does not include minutes in which no instance accepted events", async () => {
    scene.nowMs = thursday + 10 * hourMs;
    const { id } = await scene.website();
    await scene.alert(id, { name: "Tag", when });
    await scene.visit(id, 1, scene.nowMs - 5 * hourMs);
    // An outage of four hours, after which there were 20 minutes.
    await collectFor(20);
    await scene.look();
    expect(scene.subjects()).toEqual([]);

    scene.nowMs += 30 * minuteMs;
    await collectFor(30);
    await scene.look();

    expect(scene.subjects()).toHaveLength(1);
  });

  test("is as old as its website at most", async () => {
    scene.nowMs = thursday + 20 * hourMs;
    const { id } = await scene.website({}, scene.nowMs);
    await scene.alert(id, { when });
    await collectFor(60);
    scene.nowMs += 29 * minuteMs;
    await collectFor(29);
    await scene.look();
    expect(scene.subjects()).toEqual([]);

    scene.nowMs += 2 * minuteMs;
    await collectFor(2);
    await scene.look();

    expect(scene.subjects()).toHaveLength(1);
  });
});

describe("a message goes", () => {
  const when = { metric: "visitors", window_minutes: 60, above: 0 };

  test("to people who may see the website, to addresses and to webhooks, once each", async () => {
    const { id, domain } = await scene.website();
    const reply = await scene.footfall.request("/api/v1/people", {
      method: "POST",
      body: { email: "p@mail.test", role: "owner" },
    });
    const token = reply.json.link.url.replace(/^.*#/, "");
    await scene.footfall.request("/session/invitation", {
      method: "POST",
      key: false,
      body: { token, password: "correct horse battery" },
    });
    const { id: stranger } = await scene.make("people", {
      email: "invited@mail.test",
      role: "member",
      grants: [{ website_id: id, may: "view" }],
    });
    const webhookId = await scene.webhook({
      name: "Chat",
      url: `${receiver.url}/hook`,
      secret: "key",
    });
    const to = [
      { email: "ada@mail.test" },
      { person_id: reply.json.data.id },
      { person_id: stranger },
      { webhook_id: webhookId },
      { email: "ADA@mail.test" },
    ];
    await scene.alert(id, { when, to });
    await scene.visit(id, 1);

    await Promise.all([scene.look(), scene.look(), scene.look()]);
    await scene.look();

    expect(scene.mailServer.mails.flatMap((mail) => mail.to).sort()).toEqual([
      "ADA@mail.test",
      "p@mail.test",
    ]);
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received;
    expect(request?.headers["x-footfall-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(request?.json).toMatchObject({
      type: "alert",
      website: { id, domain },
      url: `https://stats.test/${domain}`,
      data: {
        name: "Alert",
        state: "firing",
        number: 1,
        when,
        window: { from: "2026-11-26T11:00:00Z", to: "2026-11-26T12:00:00Z" },
      },
    });
  });

  test("again to a webhook that fails, after 1, 5 and 30 minutes, with the same id", async () => {
    const { id } = await scene.website();
    const webhookId = await scene.webhook({ name: "Down", url: receiver.url });
    await scene.alert(id, { when, to: [{ webhook_id: webhookId }] });
    await scene.visit(id, 1);
    receiver.answers.push(status(500), status(503), status(302, { location: "/" }), status(404));
    const counts: number[] = [];
    // The Footfall of the scene delivers, too, by a clock that goes on.
    for (const minutes of [0, 0.5, 0.6, 4, 1.1, 29, 1.2, 60]) {
      scene.nowMs += minutes * minuteMs;
      const { sender, watch } = await scene.instance();
      if (minutes === 0) await watch.run();
      await sender.run();
      counts.push(receiver.received.length);
    }

    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    const ids = receiver.received.map(({ headers }) => headers["x-footfall-delivery"]);
    expect(new Set(ids).size).toBe(1);
    const bodies = new Set(receiver.received.map(({ body }) => body));
    expect(bodies.size).toBe(1);
    await expectRead(`webhooks/${webhookId}`, {
      enabled: true,
      last: { status: "failed", problem: "the answer was 404" },
    });
  });

  test("and the alert says what became of the last one, or of a test", async () => {
    const { id } = await scene.website();
    const webhookId = await scene.webhook({ name: "Other", url: receiver.url });
    const to = [{ email: "ada@mail.test" }, { webhook_id: webhookId }];
    const path = `websites/${id}/alerts/${(await scene.alert(id, { when, to })).id}`;
    await expectRead(path, { last: null });
    await scene.visit(id, 1);
    scene.mailServer.refusals.push({ at: "RCPT", code: 550 });
    await scene.look();
    const failed = { status: "failed", problem: expect.stringContaining("550") };
    await expectRead(path, { last: failed });
    const [listed] = (await scene.read(`websites/${id}/alerts`)) as unknown as object[];
    expect(listed).toMatchObject({ last: failed });
    scene.nowMs += minuteMs;
    await scene.look();
    await expectRead(path, { last: { status: "sent", problem: null, at: "2026-11-26T12:01:00Z" } });

    // The Footfall has no mail server, and the webhook is told after that is known.
    await scene.footfall.request(`/api/v1/${path}/test`, { method: "POST" });

    const problem = expect.stringContaining("SMTP_URL");
    await expectRead(path, { last: { status: "failed", problem } });
    await expectRead(`webhooks/${webhookId}`, { last: { status: "sent", problem: null } });
  });

  test("in the form of Slack and of Discord", async () => {
    const { id, domain } = await scene.website();
    const to = [];
    for (const format of ["slack", "discord"]) {
      const hook = { name: format, url: `${receiver.url}/${format}`, format };
      to.push({ webhook_id: await scene.webhook(hook) });
    }
    await scene.alert(id, { name: "A <b> & @everyone", when, to });
    await scene.visit(id, 1);

    await scene.look();

    const of = (path: string) => receiver.received.find((each) => each.path === path)?.json;
    expect(of("/slack")).toEqual({
      text: expect.stringContaining(`${domain}: A &lt;b&gt; &amp; @everyone: 1 visitor`),
    });
    expect(of("/discord")).toEqual({
      content: expect.stringContaining(`${domain}: A <b> & @everyone: 1 visitor`),
      allowed_mentions: { parse: [] },
    });
  });

  test("nowhere when its website is deleted", async () => {
    const { id } = await scene.website();
    await scene.alert(id, { when });
    await scene.visit(id, 1);
    await (await scene.instance({ SMTP_URL: "" })).watch.run();
    await scene.footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });

    await scene.look();

    expect(scene.subjects()).toEqual([]);
  });
});

/** Waits until the Footfall of the scene knows what another instance has changed. */
async function expectRead(path: string, expected: object): Promise<void> {
  await eventually(async () => expect(await scene.read(path)).toMatchObject(expected));
}

/** Notes that events were accepted in the last minutes. */
async function collectFor(minutes: number): Promise<void> {
  const { db } = scene.footfall.server.store;
  for (let i = minutes; i >= 0; i -= 1) {
    await new CollectingNotes(db).note(scene.nowMs - i * minuteMs);
  }
  const known = await readCollectingMinutes(db, scene.nowMs - minutes * minuteMs);
  expect(known.isOpen(Math.floor(scene.nowMs / minuteMs) * minuteMs)).toBe(true);
}
