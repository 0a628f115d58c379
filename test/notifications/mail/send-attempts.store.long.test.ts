import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../../src/clickhouse/database.ts";
import { beginAttempt, saveOutcome } from "../../../src/notifications/deliveries/attempts.ts";
import { reportMailKey } from "../../../src/notifications/deliveries/delivery-key.ts";
import { byMail, everybody } from "../../../src/notifications/deliveries/recipient.ts";
import type { MailerOptions } from "../../../src/notifications/mail/mailer.ts";
import { QueryScheduler } from "../../../src/stats/query-scheduler.ts";
import { Statistics } from "../../../src/stats/statistics.ts";
import { eventually } from "../../helpers/eventually.ts";
import { type MailServer, startMailServer, startScript } from "../../helpers/mail-server.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { MailScene, monday } from "./mail-scene.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const footfall = openFootfall();
let server: MailServer;
let scene: MailScene;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(async () => {
  scene = await MailScene.open(footfall, server);
});

/** Returns the database, in which the inserts that `isFailing` names, from 1 on, fail. */
function failingInserts(
  db: MailerOptions["db"],
  message: string,
  isFailing: (nth: number) => boolean,
): MailerOptions["db"] {
  let inserts = 0;
  return {
    rows: (...args) => db.rows(...args),
    csv: (...args) => db.csv(...args),
    stream: (...args) => db.stream(...args),
    native: (...args) => db.native(...args),
    run: (...args) => db.run(...args),
    insert: async (insert) => {
      inserts += 1;
      if (isFailing(inserts)) throw new Error(message);
      await db.insert(insert);
    },
  };
}

describe("a report is sent once", () => {
  test("by a Footfall that looks again, and by one that was started since", async () => {
    const mailer = scene.mailerOf();
    await mailer.run();
    scene.nowMs += minuteMs;
    await mailer.run();
    await scene.mailerOf().run();

    expect(server.mails.length).toBe(1);
    expect(mailer.counts).toEqual({ sent: 1, failed: 0 });
    expect(await scene.statesOf()).toEqual(["week 2025-11-10 1 begun", "week 2025-11-10 1 sent"]);
  });

  test("by several Footfalls at the same moment", async () => {
    await Promise.all(Array.from({ length: 8 }, () => scene.mailerOf().run()));

    expect(server.mails.length).toBe(1);
  });

  test("when the Footfall dies after it, before that is noted", async () => {
    const { db } = footfall.server.store;
    const dying = failingInserts(db, "died", (nth) => nth > 1);
    await expect(scene.mailerOf({ db: dying }).run()).rejects.toThrow("died");
    expect(server.mails.length).toBe(1);

    for (let i = 0; i < 3; i += 1) {
      scene.nowMs += 11 * minuteMs;
      await scene.mailerOf().run();
    }

    expect(server.mails.length).toBe(1);
    expect(scene.lines.join("")).toContain("may have been sent, so it is not sent again");
  });

  test("or never, when the Footfall dies before it, after it was begun", async () => {
    const { db } = footfall.server.store;
    const report = { websiteId: scene.website.id, period: "week", from: "2025-11-10" } as const;
    const key = reportMailKey(report, byMail("owner@mail.test"));
    expect(await beginAttempt(db, key, 1, scene.nowMs)).toBeDefined();
    expect(await beginAttempt(db, key, 1, scene.nowMs)).toBeUndefined();
    const mailer = scene.mailerOf();
    await mailer.run();
    expect(scene.lines.join("")).not.toContain("not sent again");

    scene.nowMs += 10 * minuteMs;
    await mailer.run();
    await mailer.run();

    expect(server.mails).toEqual([]);
    expect(scene.lines.filter((line) => line.includes("not sent again")).length).toBe(1);
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
    const mailer = scene.mailerOf({ smtpUrl: script.url });
    await mailer.run();
    scene.nowMs += dayMs;
    await mailer.run();
    await scene.mailerOf().run();

    expect(mails).toBe(1);
    expect(server.mails).toEqual([]);
    expect(await scene.statesOf()).toEqual([
      "week 2025-11-10 1 begun",
      "week 2025-11-10 1 unknown",
    ]);
    expect(mailer.counts).toEqual({ sent: 0, failed: 1 });
  });
});

describe("a report is tried again", () => {
  test("while the mail server is unavailable, less and less often, and sent when it is back", async () => {
    await server.down();
    const mailer = scene.mailerOf();
    const triedAt: number[] = [];
    for (let minute = 0; minute < 40; minute += 1) {
      const { failed } = mailer.counts;
      await mailer.run();
      if (mailer.counts.failed > failed) triedAt.push(minute);
      scene.nowMs += minuteMs;
    }
    expect(triedAt).toEqual([0, 1, 3, 7, 15, 30]);
    expect(await scene.statesOf()).toEqual([]);
    await server.up();

    scene.nowMs += 15 * minuteMs;
    await mailer.run();

    expect(server.mails.length).toBe(1);
  });

  test.each(["RCPT", "DATA"] as const)("after an answer of 4xx to %s", async (at) => {
    const to = at === "RCPT" ? ["owner@mail.test", "other@mail.test"] : [undefined];
    server.refusals.push(...to.map((each) => ({ at, code: 451, ...(each && { to: each }) })));
    const mailer = scene.mailerOf();
    await mailer.run();
    await mailer.run();
    expect(await scene.statesOf()).toEqual([
      "week 2025-11-10 1 begun",
      "week 2025-11-10 1 refused",
    ]);

    scene.nowMs += minuteMs;
    await mailer.run();

    expect(server.mails.length).toBe(1);
    expect((await scene.statesOf()).slice(2)).toEqual([
      "week 2025-11-10 2 begun",
      "week 2025-11-10 2 sent",
    ]);
  });

  test("when the store did not take down at once that it was refused", async () => {
    const { db } = footfall.server.store;
    const away = failingInserts(db, "the store is unavailable", (nth) => nth === 2);
    server.refusals.push({ at: "DATA", code: 451 });
    const mailer = scene.mailerOf({ db: away });
    await expect(mailer.run()).rejects.toThrow("the store is unavailable");
    expect(await scene.statesOf()).toEqual(["week 2025-11-10 1 begun"]);

    scene.nowMs += 15 * minuteMs;
    await mailer.run();

    expect(server.mails.length).toBe(1);
  });

  test("for each of its recipients alone, also if the mail server refuses another one", async () => {
    server.refusals.push({ at: "RCPT", code: 550, to: "other@mail.test" });
    const mailer = scene.mailerOf({ to: "Other <other@mail.test>, owner@mail.test" });
    await mailer.run();
    expect(server.mails.map(({ to }) => to)).toEqual([["owner@mail.test"]]);

    scene.nowMs += minuteMs;
    await mailer.run();

    expect(server.mails.map(({ to }) => to)).toEqual([["owner@mail.test"], ["other@mail.test"]]);
    const [own, other] = server.mails.map(({ headers }) => headers.get("list-unsubscribe"));
    expect(own).not.toBe(other);
  });

  test("or by an earlier release, for everybody together", async () => {
    const { db } = footfall.server.store;
    const report = { websiteId: scene.website.id, period: "week", from: "2025-11-10" } as const;
    const begun = await beginAttempt(db, reportMailKey(report, everybody), 1, scene.nowMs);
    if (begun === undefined) throw new Error("somebody else has begun");
    await saveOutcome(db, { ...begun, status: "sent" });

    await scene.mailerOf().run();

    expect(server.mails).toEqual([]);
  });

  test("when its numbers could not be read", async () => {
    const { db } = footfall.server.store;
    const rows: Database["rows"] = (...asked) =>
      scene.nowMs === monday
        ? Promise.reject(new Error("the store is unavailable"))
        : db.rows(...asked);
    const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: 30_000 }, scene.logger);
    const statistics = new Statistics({ db: { rows } as Database, scheduler });
    const mailer = scene.mailerOf({ statistics });
    await mailer.run();
    expect(mailer.counts.failed).toBe(1);

    scene.nowMs += 10 * minuteMs;
    await mailer.run();

    expect(server.mails.length).toBe(1);
  });
});

test("a stop waits for no mail server that says nothing", async () => {
  const script = await startScript(() => "");
  const mailer = scene.mailerOf({ smtpUrl: script.url });
  const running = mailer.run();
  await eventually(() => expect(script.connections()).toBe(1));

  await mailer.stop();
  await running;

  expect(await scene.statesOf()).toEqual([]);
  expect(mailer.counts).toEqual({ sent: 0, failed: 0 });
});
