import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { readManifest } from "../../src/backup/manifest.ts";
import { sql, statement } from "../../src/clickhouse/sql.ts";
import {
  beginAttempt,
  readAttempts,
  saveOutcome,
} from "../../src/notifications/deliveries/attempts.ts";
import { reportMailKey } from "../../src/notifications/deliveries/delivery-key.ts";
import { byMail } from "../../src/notifications/deliveries/recipient.ts";
import { archiveBatches, archiveRollups } from "../../src/rollups/retention/due-months.ts";
import { makeTable, moveOut } from "../../src/rollups/retention/month-tables.ts";
import { Retention } from "../../src/rollups/retention/retention.ts";
import { removeSuperseded } from "../../src/rollups/superseded-rollups.ts";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { followLines } from "../helpers/follow-lines.ts";
import { apiKey, chrome, startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { silent } from "../helpers/shipping.ts";
import { accept, askAs, invite, makeKey, password } from "../http/access/callers.ts";
import { answersOf, succeed } from "./commands.ts";

afterAll(stopAll);

const hourMs = 3_600_000;
const oldDays = { from: "2025-01-01", to: "2025-01-31" };
const allDays = { from: "2025-01-01", to: "2027-12-31" };
/** The days whose events are still there. */
const october = { from: "2026-10-01", to: "2026-10-31" };
const domain = "backup.example";
/** Tables of which a restored Footfall has other rows, or none. */
const ownTables = ["salts", "presences", "schema_migrations", "collecting_minutes"];

/** A line of an access log that is a read. */
const followedLine =
  '192.0.2.1 - - [03/Oct/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "GPTBot/1.2"';

function visits(date: string, visitors: number, page = "/"): object[] {
  return Array.from({ length: visitors * 3 }, (_, i) => ({
    name: i % 3 === 2 ? "signup" : "pageview",
    url: `https://${domain}${page}${i % 5}?utm_source=s${i % 2}`,
    referrer: `https://www.${["google.com", "t.co", "news.example"][i % 3]}/`,
    timestamp: `${date}T12:00:0${i % 10}Z`,
    ip: `8.8.8.${i % visitors}`,
    user_agent: chrome,
    props: { plan: `p${i % 3}` },
    ...(i % 3 === 2 && { revenue: { amount: "12.50", currency: "EUR" } }),
  }));
}

async function send(footfall: TestFootfall, id: number, events: readonly object[]): Promise<void> {
  const bot = { url: `https://${domain}/`, user_agent: "curl/8" };
  const reply = await footfall.bulk(id, [...events, bot]);
  expect(reply.json).toEqual({ accepted: events.length, dropped: { bot: 1 } });
}

/** Has the events of old months deleted. Their roll-ups are archived. */
async function dropOldMonths(footfall: TestFootfall): Promise<void> {
  footfall.clock.aheadMs += 25 * hourMs;
  const { db } = footfall.server.store;
  const retention = new Retention({
    db,
    saltDb: db,
    retentionDays: 200,
    graceMs: 0,
    logger: silent,
    shipped: () => footfall.server.shipped(),
    now: () => Date.now() + footfall.clock.aheadMs,
  });
  await retention.run();
  footfall.clock.aheadMs = 0;
}

/** Has retention complete what another process began. It waits five minutes for that process. */
async function settleMonths({ server }: TestFootfall): Promise<void> {
  const { db } = server.store;
  let nowMs = Date.now();
  const retention = new Retention({
    db,
    saltDb: db,
    retentionDays: undefined,
    logger: silent,
    shipped: () => server.shipped(),
    now: () => nowMs,
  });
  await retention.run();
  nowMs += hourMs;
  await retention.run();
}

/**
 * Resolves with the number of rows of each table, and a hash of them. Roll-ups that nobody reads
 * are removed first: Footfall does that at its start and then once an hour.
 */
async function contentsOf({ server }: TestFootfall): Promise<Record<string, unknown>> {
  const { db } = server.store;
  await removeSuperseded(db);
  const tables = await db.rows<{ name: string; engine: string }>(
    sql`SELECT name, engine FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  );
  const contents: Record<string, unknown> = {};
  for (const { name, engine } of tables.filter((table) => !ownTables.includes(table.name))) {
    const from = engine === "ReplacingMergeTree" ? `${name} FINAL` : name;
    const hash = "toString(sum(cityHash64(*)))";
    contents[name] = await db.rows(statement(`SELECT count() AS rows, ${hash} FROM ${from}`));
  }
  return contents;
}

/** Starts a Footfall with a website that has something of everything. */
async function startWithEverything() {
  const DATA_DIR = await temporaryDirectory();
  const footfall = await startFootfall({ DATA_DIR });
  const { id } = await footfall.store(domain, { exclude_params: "secret" });
  await send(footfall, id, visits("2025-01-10", 4));
  await send(footfall, id, visits("2025-01-11", 3));
  await footfall.server.shipped();
  await footfall.server.rollUp();
  await dropOldMonths(footfall);
  await send(footfall, id, visits("2026-10-02", 5));
  await footfall.server.shipped();
  await footfall.server.rollUp();
  await send(footfall, id, visits("2025-01-10", 2, "/late"));
  await send(footfall, id, visits("2026-10-03", 2));
  await footfall.track({ domain, url: `https://${domain}/now` });
  await followLines(footfall, domain, [followedLine]);
  const goals = `/api/v1/websites/${id}/goals`;
  await footfall.request(goals, { body: { name: "a", type: "event", value: "signup" } });
  await footfall.request(`${goals}/1`, { method: "PATCH", body: { name: "b" } });
  const { db } = footfall.server.store;
  const report = reportMailKey(
    { websiteId: id, period: "week", from: "2026-11-09" },
    byMail("a@mail.test"),
  );
  const attempt = await beginAttempt(db, report, 1, Date.now());
  if (attempt === undefined) throw new Error("somebody else sends it");
  await saveOutcome(db, { ...attempt, status: "sent" });
  return { DATA_DIR, footfall, id };
}

/** Resolves with the minutes in which a Footfall accepted events. It goes on to note them. */
function minutesOf({ server }: TestFootfall): Promise<object[]> {
  return server.store.db.rows(sql`SELECT DISTINCT minute FROM collecting_minutes`);
}

async function answersTo({ url }: TestFootfall, id: number): Promise<unknown[]> {
  return [...(await answersOf(url, id, allDays)), ...(await answersOf(url, id, october))];
}

/** Resolves with the answers that do not need the events of days that are rolled up. */
async function breakdownsOf({ url }: TestFootfall, id: number): Promise<unknown[]> {
  const answers = (await answersOf(url, id, allDays)) as [string, number, unknown][];
  return answers.filter(([path, status]) => status === 200 && path.includes("/stats/"));
}

function sendWithKey(footfall: TestFootfall, id: number) {
  return footfall.request(`/api/v1/websites/${id}/events`, {
    body: visits("2026-10-04", 2),
    headers: { "idempotency-key": "once" },
  });
}

test("a restored Footfall has the same rows and answers, and goes on", async () => {
  const { DATA_DIR, footfall, id } = await startWithEverything();
  expect((await sendWithKey(footfall, id)).status).toBe(202);
  const { db } = footfall.server.store;
  await db.run(statement("CREATE TABLE later (a UInt8) ENGINE = MergeTree ORDER BY a"));
  await db.run(statement("INSERT INTO later VALUES (1)"));
  await mkdir(join(DATA_DIR, "quarantine", "log-1"), { recursive: true });
  await writeFile(join(DATA_DIR, "quarantine", "log-1", "cursor"), "damaged");
  await footfall.server.shipped();
  await footfall.server.rollUp();
  const before = {
    answers: await answersTo(footfall, id),
    rows: await contentsOf(footfall),
    minutes: await minutesOf(footfall),
  };

  const backup = join(await temporaryDirectory(), "backup");
  await succeed("backup", DATA_DIR, backup);
  const restoredTo = await temporaryDirectory();
  await succeed("restore", restoredTo, backup);

  const restored = await startFootfall({ DATA_DIR: restoredTo });
  expect(await contentsOf(restored)).toEqual(before.rows);
  expect(before.minutes).not.toEqual([]);
  expect(await minutesOf(restored)).toEqual(expect.arrayContaining(before.minutes));
  expect(await answersTo(restored, id)).toEqual(before.answers);
  await restored.server.rollUp();
  expect(await answersTo(restored, id)).toEqual(before.answers);
  expect(await readAttempts(restored.server.store.db, Date.parse("2026-11-01"))).toHaveLength(2);
  for (const file of ["mail-key", "backup-id", "quarantine/log-1/cursor"]) {
    expect(await readFile(join(restoredTo, file), "utf8")).toBe(
      await readFile(join(DATA_DIR, file), "utf8"),
    );
  }
  expect(await readdir(restoredTo)).not.toContain("restore-unfinished");

  // The same request and the same log again, which their records answer.
  expect((await sendWithKey(restored, id)).status).toBe(202);
  expect(await followLines(restored, domain, [followedLine])).toBe(1);
  expect((await contentsOf(restored))["reads"]).toEqual(before.rows["reads"]);
  expect(await answersTo(restored, id)).toEqual(before.answers);
  for (const some of [footfall, restored]) await send(some, id, visits("2025-01-11", 1, "/after"));
  for (const some of [footfall, restored]) await some.server.shipped();
  const later = await answersOf(footfall.url, id, oldDays);
  expect(await answersOf(restored.url, id, oldDays)).toEqual(later);
  // Backups of a restored Footfall go on in the same directory.
  await succeed("backup", restoredTo, backup);
});

test("after a restore, passwords and keys let people in, and nothing else", async () => {
  const DATA_DIR = await temporaryDirectory();
  const footfall = await startFootfall({ DATA_DIR });
  const invited = await invite(footfall, { email: "ada@example.com", role: "owner" });
  const ada = await accept(footfall, invited.token);
  const eve = await invite(footfall, { email: "eve@example.com", role: "owner" });
  const { id, headers: key } = await makeKey(footfall, { name: "Weekly report" });
  const reply = await footfall.request("/session", { body: { key: apiKey }, key: false });
  const root = { cookie: (reply.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
  const statuses = async (some: TestFootfall) => {
    const asks = [ada, root, key].map((caller) => askAs(some, caller, "/api/v1/me"));
    return (await Promise.all(asks)).map(({ status }) => status);
  };
  expect(await statuses(footfall)).toEqual([200, 200, 200]);
  const backup = join(await temporaryDirectory(), "backup");
  await succeed("backup", DATA_DIR, backup);

  const again = await temporaryDirectory();
  expect(await succeed("restore", again, backup)).toContain(
    `\n  ${id} "Weekly report": read; made `,
  );
  const restored = await startFootfall({ DATA_DIR: again });
  expect(await statuses(restored)).toEqual([401, 401, 200]);
  const body = { token: eve.token, password };
  expect((await restored.request("/session/invitation", { body, key: false })).status).toBe(422);
  const known = { email: invited.email, password };
  expect((await restored.request("/session", { body: known, key: false })).status).toBe(204);

  const without = await temporaryDirectory();
  expect(await succeed("restore", without, backup, {}, ["--new-keys"])).toContain(
    "all keys have ended",
  );
  expect(await statuses(await startFootfall({ DATA_DIR: without }))).toEqual([401, 401, 401]);
});

test("a month that is leaving when a backup is made has left after the restore, and counts once", async () => {
  const { DATA_DIR, footfall, id } = await startWithEverything();
  const { db } = footfall.server.store;
  await footfall.server.shipped();
  await footfall.server.rollUp();
  // Before retention begins, as it would wait for a minute until every query reads the roll-ups.
  const before = await breakdownsOf(footfall, id);
  await makeTable(db, 202_610);
  await archiveRollups(db, 202_610);
  await archiveBatches(db, "events", 202_610);
  await moveOut(db, 202_610);
  const backup = await temporaryDirectory();
  await succeed("backup", DATA_DIR, backup);
  const restoredTo = await temporaryDirectory();
  await succeed("restore", restoredTo, backup);

  const restored = await startFootfall({ DATA_DIR: restoredTo });
  expect(await breakdownsOf(restored, id)).toEqual(before);
  await settleMonths(restored);
  expect(await breakdownsOf(restored, id)).toEqual(before);
  const left = sql`SELECT 1 FROM system.tables WHERE name LIKE 'events!_%' ESCAPE '!'`;
  expect(await restored.server.store.db.rows(left)).toEqual([]);
});

test("no salt is in a backup, nor what Footfall makes again", async () => {
  const { DATA_DIR, footfall } = await startWithEverything();
  const { db } = footfall.server.store;
  const [salt] = await db.rows<{ salt: string }>(sql`SELECT salt FROM salts LIMIT 1`);
  if (salt === undefined) throw new Error("there is no salt");
  const backup = await temporaryDirectory();
  await succeed("backup", DATA_DIR, backup);

  const empty = (await readManifest(backup))?.tables.filter(({ parts }) => parts.length === 0);
  const names = empty?.map(({ name }) => name);
  for (const name of ["salts", "presences", "open_day_values"]) {
    expect(names).toContain(name);
  }
  for (const file of await readdir(backup, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const bytes = await readFile(join(file.parentPath, file.name));
    expect(bytes.includes(salt.salt)).toBe(false);
  }
});

test("a tag from before a restore is never confirmed, though the day has as many events", async () => {
  const DATA_DIR = await temporaryDirectory();
  const backup = join(await temporaryDirectory(), "backup");
  const footfall = await startFootfall({ DATA_DIR, TRUST_PROXY: "true" });
  const { id } = await footfall.store(domain);
  await send(footfall, id, visits("2026-10-02", 2));
  await succeed("backup", DATA_DIR, backup);
  await send(footfall, id, visits("2026-10-02", 2, "/lost"));
  const query = `/api/v1/stats/${id}?name=page&from=2026-10-01&to=2026-10-31`;
  const host = { "x-forwarded-host": "stats.example" };
  const { headers } = await footfall.request(query, { headers: host });
  const known = { ...host, "if-none-match": headers.get("etag") ?? "" };
  expect((await footfall.request(query, { headers: known })).status).toBe(304);

  const restoredTo = await temporaryDirectory();
  await succeed("restore", restoredTo, backup);
  const restored = await startFootfall({ DATA_DIR: restoredTo, TRUST_PROXY: "true" });
  await send(restored, id, visits("2026-10-02", 2, "/other"));
  const answer = await restored.request(query, { headers: known });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain("/other");
});
