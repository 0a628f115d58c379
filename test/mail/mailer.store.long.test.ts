import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Mailer, MailerOptions } from "../../src/mail/mailer.ts";
import { beginAttempt, readAttempts } from "../../src/mail/send-attempts.ts";
import { readUnsubscribeToken } from "../../src/mail/unsubscribe-token.ts";
import { QueryScheduler } from "../../src/stats/query-scheduler.ts";
import { Statistics } from "../../src/stats/statistics.ts";
import type { Database } from "../../src/store/database.ts";
import type { Website } from "../../src/websites/website.ts";
import { websiteWith } from "../helpers/draft.ts";
import { chrome, startFootfall, stopAll, type TestFootfall } from "../helpers/footfall.ts";
import { type MailServer, startMailServer, startScript } from "../helpers/mail-server.ts";
import { mailerOf as mailerOfWebsite } from "../helpers/mailer.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A Monday, when weeks are due in UTC, and for 6 days more, but no month. */
const monday = Date.parse("2025-11-17T06:00:00Z");
const mailKey = "0123456789abcdef";

let footfall: TestFootfall;
let server: MailServer;
let website: Website;
let nowMs: number;
let websites = 0;
const lines: string[] = [];
const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });

beforeAll(async () => {
  footfall = await startFootfall();
  server = await startMailServer();
});
beforeEach(async () => {
  websites += 1;
  nowMs = monday;
  lines.length = 0;
  server.mails.length = 0;
  server.refusals.length = 0;
  const { id, domain } = await footfall.store(`${websites}.example`);
  website = websiteWith({ id, domain, emailReports: true });
});
afterAll(stopAll);

function mailerOf(options: Partial<MailerOptions> = {}): Mailer {
  return mailerOfWebsite(footfall, website, {
    smtpUrl: server.url,
    mailKey,
    logger,
    now: () => nowMs,
    ...options,
  });
}

/** Page views of as many visitors. */
async function visit(date: string, visitors: number, path = "/"): Promise<void> {
  const events = Array.from({ length: visitors }, (_, i) => ({
    url: `https://${website.domain}${path}`,
    referrer: "https://news.example/",
    timestamp: `${date}T12:00:00Z`,
    ip: `8.8.8.${i}`,
    user_agent: chrome,
  }));
  expect((await footfall.bulk(website.id, events)).status).toBe(202);
}

async function statesOf(): Promise<string[]> {
  const attempts = await readAttempts(footfall.server.store.db, "2000-01-01");
  return attempts
    .filter(({ websiteId }) => websiteId === website.id)
    .map(({ period, from, attempt, state }) => `${period} ${from} ${attempt} ${state}`);
}

describe("the report of a week", () => {
  test("has goals and annotations of its days", async () => {
    const add = (kind: string, record: object) =>
      footfall.request(`/api/v1/websites/${website.id}/${kind}`, { method: "POST", body: record });
    await visit("2025-11-10", 1, "/thanks");
    await visit("2025-11-11", 4);
    await add("goals", { name: "Nothing", type: "page", value: "/nothing" });
    await add("goals", { name: "Thanks", type: "page", value: "/thanks*" });
    await add("annotations", { date: "2025-11-17", text: "Too late" });
    await add("annotations", { date: "2025-11-16", time: "09:00", text: "Late <b>" });
    await add("annotations", { date: "2025-11-16", text: "Whole day" });

    await mailerOf().run();

    const [mail] = server.mails;
    expect(mail?.text).toMatch(/^1 {2}Thanks \(20\.0 %\)\n0 {2}Nothing \(0\.0 %\)$/m);
    expect(mail?.text).toMatch(/^Sun 16 Nov: Whole day\nSun 16 Nov, 09:00: Late <b>$/m);
    expect(mail?.text).not.toContain("Too late");
    expect(mail?.html).toMatch(/Thanks<.*?>1<.*?>20\.0 %</s);
    expect(mail?.html).toContain("Late &lt;b&gt;");
  });

  test("has the numbers of the website's days in both parts, and how they changed", async () => {
    await visit("2025-11-09", 2);
    await visit("2025-11-10", 1, "/a?b=c&d");
    await visit("2025-11-16", 2);
    await visit("2025-11-17", 9);

    await mailerOf().run();

    const [mail] = server.mails;
    expect(server.mails.length).toBe(1);
    expect(mail?.headers.get("subject")).toBe(`${website.domain}: 3 visitors last week (+50 %)`);
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
      `<a href="https://stats.test/${website.domain}?from=2025-11-10&amp;to=2025-11-16"`,
    );
  });

  test("has headers by which mail programs unsubscribe, and tells other programs what it is", async () => {
    await mailerOf().run();

    const [mail] = server.mails;
    const link = /^<https:\/\/stats\.test\/unsubscribe\/([^>]+)>$/.exec(
      mail?.headers.get("list-unsubscribe") ?? "",
    );
    expect(readUnsubscribeToken(mailKey, link?.[1] ?? "")).toBe(website.id);
    expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.headers.get("message-id")).toBe(
      `<footfall.week.2025-11-10.${website.id}@stats.test>`,
    );
    expect(mail?.headers.get("date")).toBe("Mon, 17 Nov 2025 06:00:00 +0000");
    expect(mail?.headers.get("from")).toBe("Footfall <footfall@mail.test>");
    expect(mail?.to).toEqual(["owner@mail.test", "other@mail.test"]);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(link?.[1]);
  });
});

describe("a report is sent", () => {
  test("when it is due in the website's time zone, and not before", async () => {
    website = { ...website, timezone: "America/Los_Angeles" };
    const mailer = mailerOf();
    nowMs = Date.parse("2025-11-17T13:59:59Z");
    await mailer.run();
    expect(server.mails).toEqual([]);

    nowMs += 1_000;
    await mailer.run();

    expect(server.mails.length).toBe(1);
    expect(server.mails[0]?.text).toContain("America/Los_Angeles");
  });

  test("for a month, too", async () => {
    await visit("2025-10-31", 1);
    await visit("2025-09-30", 1);
    nowMs = Date.parse("2025-11-01T06:00:00Z");

    await mailerOf().run();

    expect(server.mails.map(({ headers }) => headers.get("subject"))).toEqual([
      `${website.domain}: 1 visitor last month (0 %)`,
    ]);
    expect(server.mails[0]?.text).toContain("\nOctober 2025\n");
  });

  test("when all that was accepted is in the store", async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const running = mailerOf({ shipped: () => arrived }).run();
    await visit("2025-11-10", 1);
    expect(server.mails).toEqual([]);
    await footfall.server.shipped();
    arrive();
    await running;

    expect(server.mails[0]?.headers.get("subject")).toContain(": 1 visitor");
  });

  test.each([
    ["without e-mail reports", { emailReports: false }],
    ["that was stored after the week", { createdAt: new Date("2025-11-17T00:00:00Z") }],
  ])("to nobody about a website %s", async (_which, settings) => {
    website = { ...website, ...settings };
    const mailer = mailerOf();

    await mailer.run();

    expect(server.mails).toEqual([]);
    expect(await statesOf()).toEqual([]);
  });

  test("to nobody about a website whose reports were ended while it was written", async () => {
    const wanted = website;
    await mailerOf({
      websites: { list: () => [wanted], find: () => ({ ...wanted, emailReports: false }) },
    }).run();

    expect(server.mails).toEqual([]);
  });
});

describe("a report is sent once", () => {
  test("by a Footfall that looks again, and by one that was started since", async () => {
    const mailer = mailerOf();
    await mailer.run();
    nowMs += minuteMs;
    await mailer.run();
    await mailerOf().run();

    expect(server.mails.length).toBe(1);
    expect(mailer.counts).toEqual({ sent: 1, failed: 0 });
    expect(await statesOf()).toEqual(["week 2025-11-10 1 begun", "week 2025-11-10 1 sent"]);
  });

  test("by several Footfalls at the same moment", async () => {
    await Promise.all(Array.from({ length: 8 }, () => mailerOf().run()));

    expect(server.mails.length).toBe(1);
  });

  test("when the Footfall dies after it, before that is noted", async () => {
    const { db } = footfall.server.store;
    let inserts = 0;
    const dying: MailerOptions["db"] = {
      rows: (...args) => db.rows(...args),
      csv: (...args) => db.csv(...args),
      stream: (...args) => db.stream(...args),
      native: (...args) => db.native(...args),
      run: (...args) => db.run(...args),
      insert: async (insert) => {
        inserts += 1;
        if (inserts > 1) throw new Error("died");
        await db.insert(insert);
      },
    };
    await expect(mailerOf({ db: dying }).run()).rejects.toThrow("died");
    expect(server.mails.length).toBe(1);

    for (let i = 0; i < 3; i += 1) {
      nowMs += 11 * minuteMs;
      await mailerOf().run();
    }

    expect(server.mails.length).toBe(1);
    expect(lines.join("")).toContain("may have been sent, so it is not sent again");
  });

  test("or never, when the Footfall dies before it, after it was begun", async () => {
    const { db } = footfall.server.store;
    const key = { websiteId: website.id, period: "week", from: "2025-11-10" } as const;
    expect(await beginAttempt(db, key, 1, nowMs)).toBeDefined();
    expect(await beginAttempt(db, key, 1, nowMs)).toBeUndefined();
    const mailer = mailerOf();
    await mailer.run();
    expect(lines.join("")).not.toContain("not sent again");

    nowMs += 10 * minuteMs;
    await mailer.run();
    await mailer.run();

    expect(server.mails).toEqual([]);
    expect(lines.filter((line) => line.includes("not sent again")).length).toBe(1);
  });

  test("when the answer to it gets lost", async () => {
    let mails = 0;
    const script = await startScript((line) => {
      if (line === "CONNECT") return "220 mail.test";
      if (line === "DATA") return "354 go on";
      if (line === ".") mails += 1;
      if (line === ".") return undefined;
      return /^(EHLO|MAIL|RCPT)/.test(line) ? "250 yes" : "";
    });
    const mailer = mailerOf({ smtpUrl: script.url });
    await mailer.run();
    nowMs += dayMs;
    await mailer.run();
    await mailerOf().run();

    expect(mails).toBe(1);
    expect(server.mails).toEqual([]);
    expect(await statesOf()).toEqual(["week 2025-11-10 1 begun", "week 2025-11-10 1 unknown"]);
    expect(mailer.counts).toEqual({ sent: 0, failed: 1 });
  });
});

describe("a report is tried again", () => {
  test("while the mail server is away, less and less often, and sent when it is back", async () => {
    await server.down();
    const mailer = mailerOf();
    const triedAt: number[] = [];
    for (let minute = 0; minute < 40; minute += 1) {
      const { failed } = mailer.counts;
      await mailer.run();
      if (mailer.counts.failed > failed) triedAt.push(minute);
      nowMs += minuteMs;
    }
    expect(triedAt).toEqual([0, 1, 3, 7, 15, 30]);
    expect(await statesOf()).toEqual([]);
    await server.up();

    nowMs += 15 * minuteMs;
    await mailer.run();

    expect(server.mails.length).toBe(1);
  });

  test.each(["RCPT", "DATA"] as const)("after an answer of 4xx to %s", async (at) => {
    const to = at === "RCPT" ? ["owner@mail.test", "other@mail.test"] : [undefined];
    server.refusals.push(...to.map((each) => ({ at, code: 451, ...(each && { to: each }) })));
    const mailer = mailerOf();
    await mailer.run();
    await mailer.run();
    expect(await statesOf()).toEqual(["week 2025-11-10 1 begun", "week 2025-11-10 1 refused"]);

    nowMs += minuteMs;
    await mailer.run();

    expect(server.mails.length).toBe(1);
    expect((await statesOf()).slice(2)).toEqual([
      "week 2025-11-10 2 begun",
      "week 2025-11-10 2 sent",
    ]);
  });

  test("when the store did not take down at once that it was refused", async () => {
    const { db } = footfall.server.store;
    let inserts = 0;
    const away: MailerOptions["db"] = {
      rows: (...args) => db.rows(...args),
      csv: (...args) => db.csv(...args),
      stream: (...args) => db.stream(...args),
      native: (...args) => db.native(...args),
      run: (...args) => db.run(...args),
      insert: async (insert) => {
        inserts += 1;
        if (inserts === 2) throw new Error("the store is away");
        await db.insert(insert);
      },
    };
    server.refusals.push({ at: "DATA", code: 451 });
    const mailer = mailerOf({ db: away });
    await expect(mailer.run()).rejects.toThrow("the store is away");
    expect(await statesOf()).toEqual(["week 2025-11-10 1 begun"]);

    nowMs += 15 * minuteMs;
    await mailer.run();

    expect(server.mails.length).toBe(1);
  });

  test("and not for those of its addresses that the mail server refuses", async () => {
    server.refusals.push({ at: "RCPT", code: 550, to: "other@mail.test" });
    await mailerOf().run();

    expect(server.mails.map(({ to }) => to)).toEqual([["owner@mail.test"]]);
    expect(lines.join("")).toContain('"rejected":["other@mail.test"]');
  });

  test("when its numbers could not be read", async () => {
    const { db } = footfall.server.store;
    const rows: Database["rows"] = (...asked) =>
      nowMs === monday ? Promise.reject(new Error("the store is away")) : db.rows(...asked);
    const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: 30_000 }, logger);
    const statistics = new Statistics({ db: { rows } as Database, scheduler });
    const mailer = mailerOf({ statistics });
    await mailer.run();
    expect(mailer.counts.failed).toBe(1);

    nowMs += 10 * minuteMs;
    await mailer.run();

    expect(server.mails.length).toBe(1);
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
    nowMs = Date.parse(now);
    await mailerOf().run();

    const subjects = server.mails.map(({ headers }) => headers.get("subject") ?? "");
    expect(subjects.map((subject) => /last \w+/.exec(subject)?.[0])).toEqual(expected);
    const skipped = lines.filter((line) => line.includes("too late"));
    expect(skipped.length).toBe(2 - expected.length);
  });
});

test("a stop waits for no mail server that says nothing", async () => {
  const script = await startScript(() => "");
  const mailer = mailerOf({ smtpUrl: script.url });
  const running = mailer.run();
  await expect.poll(() => script.connections()).toBe(1);

  await mailer.stop();
  await running;

  expect(await statesOf()).toEqual([]);
  expect(mailer.counts).toEqual({ sent: 0, failed: 0 });
});
