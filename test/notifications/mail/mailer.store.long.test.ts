import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  readUnsubscribeToken,
  recipientHash,
} from "../../../src/notifications/mail/unsubscribe-token.ts";
import { noEmailReports } from "../../../src/websites/website.ts";
import { type MailServer, startMailServer } from "../../helpers/mail-server.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { MailScene, mailKey } from "./mail-scene.ts";

const footfall = openFootfall();
let server: MailServer;
let scene: MailScene;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(async () => {
  scene = await MailScene.open(footfall, server);
});

describe("the report of a week", () => {
  test("has goals and annotations of its days", async () => {
    const add = (kind: string, record: object) =>
      footfall.request(`/api/v1/websites/${scene.website.id}/${kind}`, {
        method: "POST",
        body: record,
      });
    await scene.visit("2025-11-10", 1, "/thanks");
    await scene.visit("2025-11-11", 4);
    await add("goals", { name: "Nothing", type: "page", value: "/nothing" });
    await add("goals", { name: "Thanks", type: "page", value: "/thanks*" });
    await add("annotations", { date: "2025-11-17", text: "Too late" });
    await add("annotations", { date: "2025-11-16", time: "09:00", text: "Late <b>" });
    await add("annotations", { date: "2025-11-16", text: "Whole day" });

    await scene.mailerOf().run();

    const [mail] = server.mails;
    expect(mail?.text).toMatch(/^1 {2}Thanks \(20\.0 %\)\n0 {2}Nothing \(0\.0 %\)$/m);
    expect(mail?.text).toMatch(/^Sun 16 Nov: Whole day\nSun 16 Nov, 09:00: Late <b>$/m);
    expect(mail?.text).not.toContain("Too late");
    expect(mail?.html).toMatch(/Thanks<.*?>1<.*?>20\.0 %</s);
    expect(mail?.html).toContain("Late &lt;b&gt;");
  });

  test("has the numbers of the website's days in both parts, and how they changed", async () => {
    await scene.visit("2025-11-09", 2);
    await scene.visit("2025-11-10", 1, "/a?b=c&d");
    await scene.visit("2025-11-16", 2);
    await scene.visit("2025-11-17", 9);

    await scene.mailerOf().run();

    const [mail] = server.mails;
    expect(server.mails.length).toBe(1);
    expect(mail?.headers.get("subject")).toBe(
      `${scene.website.domain}: 3 visitors last week (+50 %)`,
    );
    expect(mail?.text).toContain("Monday, 10 November 2025 to Sunday, 16 November 2025");
    expect(mail?.text).toMatch(/^Visitors +3 +\+50 %$/m);
    expect(mail?.text).toMatch(/^Mon 10 Nov +1 {2}█{20}$/m);
    expect(mail?.text).toMatch(/^Tue 11 Nov +0$/m);
    expect(mail?.text).toMatch(/^Sun 16 Nov +2 {2}█{40}$/m);
    expect(mail?.text).toMatch(/^2 {2}\/\n1 {2}\/a\?b=c&d$/m);
    expect(mail?.text).toMatch(/^3 {2}news\.example$/m);
    expect(mail?.text).toMatch(/^3 {2}United States$/m);
    expect(mail?.text).toContain("Days are in the time zone UTC.");
    expect(mail?.html).toContain("/a?b=c&amp;d");
    expect(mail?.html).toMatch(/Visitors<.*?>3<.*?>\+50 %</s);
    expect(mail?.html).toContain(
      `<a href="https://stats.test/${scene.website.domain}?from=2025-11-10&amp;to=2025-11-16"`,
    );
  });

  test("is in the language of the website", async () => {
    scene.website = { ...scene.website, language: "de" };
    await scene.visit("2025-11-10", 3);

    await scene.mailerOf().run();

    const [mail] = server.mails;
    expect(mail?.headers.get("subject")).toBe(`${scene.website.domain}: 3 Besucher letzte Woche`);
    expect(mail?.text).toContain("3  Vereinigte Staaten");
    expect(mail?.html).toContain('<html lang="de" dir="ltr">');
    expect(mail?.html).toContain(`Statistik von ${scene.website.domain}</a>`);
  });

  test("has headers by which mail programs unsubscribe, and tells other programs what it is", async () => {
    await scene.mailerOf().run();

    const [mail] = server.mails;
    const link = /^<https:\/\/stats\.test\/unsubscribe\/([^>]+)>$/.exec(
      mail?.headers.get("list-unsubscribe") ?? "",
    );
    expect(readUnsubscribeToken(mailKey, link?.[1] ?? "")).toEqual({
      kind: "reports",
      websiteId: scene.website.id,
      hash: recipientHash("mail owner@mail.test"),
    });
    expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.headers.get("message-id")).toBe(
      `<footfall.week.2025-11-10.${scene.website.id}.${recipientHash("mail owner@mail.test")}@stats.test>`,
    );
    expect(mail?.headers.get("date")).toBe("Mon, 17 Nov 2025 06:00:00 +0000");
    expect(mail?.headers.get("from")).toBe("Footfall <footfall@mail.test>");
    expect(mail?.to).toEqual(["owner@mail.test"]);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(link?.[1]);
  });
});

describe("a report is sent", () => {
  test("when it is due in the website's time zone, and not before", async () => {
    scene.website = { ...scene.website, timezone: "America/Los_Angeles" };
    const mailer = scene.mailerOf();
    scene.nowMs = Date.parse("2025-11-17T13:59:59Z");
    await mailer.run();
    expect(server.mails).toEqual([]);

    scene.nowMs += 1_000;
    await mailer.run();

    expect(server.mails.length).toBe(1);
    expect(server.mails[0]?.text).toContain("America/Los_Angeles");
  });

  test("at the time and to the recipients that the website has, for a day", async () => {
    const emailReports = { ...noEmailReports, day: true, sendAt: 8 * 60 };
    const to = ["a@mail.test", "B <b@mail.test>"];
    scene.website = { ...scene.website, emailReports: { ...emailReports, to } };
    const mailer = scene.mailerOf();
    await scene.visit("2025-11-16", 2);
    scene.nowMs = Date.parse("2025-11-17T07:59:59Z");
    await mailer.run();
    expect(server.mails.map(({ headers }) => headers.get("subject"))).toEqual([
      `${scene.website.domain}: 0 visitors yesterday`,
      `${scene.website.domain}: 0 visitors yesterday`,
    ]);
    server.mails.length = 0;

    scene.nowMs += 1_000;
    await mailer.run();

    expect(server.mails.map(({ to: [address] }) => address)).toEqual([
      "a@mail.test",
      "b@mail.test",
    ]);
    expect(server.mails[0]?.headers.get("subject")).toContain("2 visitors yesterday");
    expect(server.mails[0]?.text).toContain("\nSunday, 16 November 2025\n");
  });

  test("for a month, too", async () => {
    await scene.visit("2025-10-31", 1);
    await scene.visit("2025-09-30", 1);
    scene.nowMs = Date.parse("2025-11-01T06:00:00Z");

    await scene.mailerOf().run();

    expect(server.mails.map(({ headers }) => headers.get("subject"))).toEqual([
      `${scene.website.domain}: 1 visitor last month (0 %)`,
    ]);
    expect(server.mails[0]?.text).toContain("\nOctober 2025\n");
  });

  test("when all that was accepted is in the store", async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const running = scene.mailerOf({ shipped: () => arrived }).run();
    await scene.visit("2025-11-10", 1);
    expect(server.mails).toEqual([]);
    await footfall.server.shipped();
    arrive();
    await running;

    expect(server.mails[0]?.headers.get("subject")).toContain(": 1 visitor");
  });

  test.each([
    ["without e-mail reports", { emailReports: noEmailReports }],
    ["that was stored after the week", { createdAt: new Date("2025-11-17T00:00:00Z") }],
  ])("to nobody about a website %s", async (_which, settings) => {
    scene.website = { ...scene.website, ...settings };
    const mailer = scene.mailerOf();

    await mailer.run();

    expect(server.mails).toEqual([]);
    expect(await scene.statesOf()).toEqual([]);
  });

  test("to nobody about a website whose reports were ended while it was written", async () => {
    const wanted = scene.website;
    await scene
      .mailerOf({
        websites: {
          list: () => [wanted],
          find: () => ({ ...wanted, emailReports: noEmailReports }),
        },
      })
      .run();

    expect(server.mails).toEqual([]);
  });
});

describe("after an outage", () => {
  test.each([
    ["2025-11-20T23:59:59Z", ["last week"]],
    ["2025-11-21T06:00:00Z", []],
    ["2025-11-08T12:00:00Z", ["last month"]],
    ["2025-11-09T06:00:00Z", []],
    ["2025-12-01T06:00:00Z", ["last week", "last month"]],
  ])("at %s %j are caught up, and what is too late is logged", async (now, expected) => {
    scene.nowMs = Date.parse(now);
    await scene.mailerOf().run();

    const subjects = server.mails.map(({ headers }) => headers.get("subject") ?? "");
    expect(subjects.map((subject) => /last \w+/.exec(subject)?.[0])).toEqual(expected);
    const skipped = scene.lines.filter((line) => line.includes("too late"));
    expect(skipped.length).toBe(2 - expected.length);
  });
});
