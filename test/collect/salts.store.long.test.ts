import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { endEverywhereMs } from "../../src/base/calendar.ts";
import { Salts } from "../../src/collect/salts.ts";
import { saltTable } from "../../src/tables/salt-table.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { selectRows, startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { testServer } from "../helpers/test-server.ts";

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

let directory: string;
let footfall: TestFootfall;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-salts-"));
  footfall = await startFootfall({ DATA_DIR: directory, TRUST_PROXY: "true" });
});
afterAll(async () => {
  await stopAll();
  await rm(directory, { recursive: true, force: true });
});

/**
 * Days in the future, so that the running Footfall leaves their salts alone. Each test has its own.
 */
let lastDay = Math.floor(Date.now() / dayMs) + 1_000;
function nextDay(): number {
  lastDay += 10;
  return lastDay;
}

/** Returns the salts of a process whose clock shows `clock.ms`. */
function saltsAt(clock: { ms: number }): Salts {
  const now = () => clock.ms;
  return new Salts(saltTable(footfall.server.store.db, now), now);
}

async function saltsOnDisk(day: number): Promise<string[]> {
  const rows = await selectRows<{ salt: string }>(
    footfall,
    `SELECT salt FROM salts WHERE date = toDate(${day})`,
  );
  return rows.map(({ salt }) => salt);
}

async function filesThatHold(bytes: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (content.includes(bytes)) found.push(file);
  }
  return found;
}

test("a salt is random, long, and another one for each day", async () => {
  const day = nextDay();
  const salts = saltsAt({ ms: day * dayMs });
  const [first, second] = [await salts.load(day), await salts.load(day + 1)];

  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toMatch(/^[0-9a-f]{32}$/);
  expect(first).not.toBe(second);
});

test("all processes use one salt for a day, also when they ask at once", async () => {
  const day = nextDay();
  const processes = Array.from({ length: 8 }, () => saltsAt({ ms: day * dayMs }));
  const found = await Promise.all(processes.map((salts) => salts.load(day)));

  expect(new Set(found).size).toBe(1);
  expect(await saltsOnDisk(day)).toEqual([found[0]]);
});

test("a restart keeps the salt", async () => {
  const day = nextDay();
  const before = await saltsAt({ ms: day * dayMs }).load(day);

  expect(await saltsAt({ ms: (day + 1) * dayMs }).load(day)).toBe(before);
});

test("a salt is available once it is loaded, and until its day is over everywhere", async () => {
  const day = nextDay();
  const clock = { ms: day * dayMs };
  const salts = saltsAt(clock);

  expect(salts.cached(day)).toBeUndefined();
  const salt = await salts.load(day);
  clock.ms = endEverywhereMs(day) - 1;
  expect(salts.cached(day)).toBe(salt);
  clock.ms = endEverywhereMs(day);
  expect(salts.cached(day)).toBeUndefined();
});

test("a day that is over gets another salt, which lives for a day", async () => {
  const day = nextDay();
  const clock = { ms: day * dayMs };
  const salts = saltsAt(clock);
  const found = [await salts.load(day)];
  for (const ms of [
    endEverywhereMs(day),
    endEverywhereMs(day) + dayMs - hourMs,
    endEverywhereMs(day) + dayMs,
  ]) {
    clock.ms = ms;
    found.push(await salts.load(day));
  }

  expect(found[1]).toBe(found[2]);
  expect(new Set(found).size).toBe(3);
});

test("a day whose first events came in its last hour gets another salt minutes after", async () => {
  const day = nextDay();
  const clock = { ms: endEverywhereMs(day) - hourMs };
  const salts = saltsAt(clock);
  const before = await salts.load(day);
  clock.ms = endEverywhereMs(day) + 5 * 60_000;
  await salts.destroyExpired();

  expect(await salts.load(day)).not.toBe(before);
});

test("salts of days that are over are destroyed, on disk too, and no others", async () => {
  const day = nextDay();
  const clock = { ms: day * dayMs };
  const salts = saltsAt(clock);
  const past = await salts.load(day);
  const present = await salts.load(day + 1);
  const isOnOurDisk = testServer() === undefined;
  expect(await filesThatHold(past)).toHaveLength(isOnOurDisk ? 1 : 0);

  clock.ms = endEverywhereMs(day) - 1;
  await salts.destroyExpired();
  expect(await saltsOnDisk(day)).toEqual([past]);

  clock.ms = endEverywhereMs(day);
  await salts.destroyExpired();
  expect([await saltsOnDisk(day), await saltsOnDisk(day + 1)]).toEqual([[], [present]]);
  expect(await filesThatHold(past)).toEqual([]);
  expect(salts.cached(day)).toBeUndefined();
  expect(salts.cached(day + 1)).toBe(present);
});

test("a salt that a clock which was ahead destroyed is replaced, by one for all processes", async () => {
  const day = nextDay();
  const clock = { ms: day * dayMs };
  const found = [await saltsAt(clock).load(day)];
  for (let jump = 1; jump <= 2; jump += 1) {
    await saltsAt({ ms: (day + 3) * dayMs }).destroyExpired();
    expect(await saltsOnDisk(day)).toEqual([]);
    const processes = Array.from({ length: 8 }, () => saltsAt(clock));
    const loaded = new Set(await Promise.all(processes.map((salts) => salts.load(day))));
    expect(loaded.size).toBe(1);
    expect(await saltsOnDisk(day)).toEqual([...loaded]);
    found.push(...loaded);
  }

  expect(new Set(found).size).toBe(3);
});

test("a sweep with nothing to do does nothing", async () => {
  const salts = saltsAt({ ms: Date.now() });
  await salts.destroyExpired();
  await salts.destroyExpired();
});

test("neither the address nor the agent of a visitor is stored anywhere", async () => {
  const { id, domain } = await footfall.store("secret.example");
  const ip = "203.0.113.177";
  const agent =
    "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0 Distinct/NeverKept";
  const headers = { "user-agent": agent, "x-forwarded-for": ip };
  const url = `https://${domain}/`;
  await footfall.track({ website: id, url }, headers);
  await footfall.track({ website: id, url, name: "buy", props: { a: 1 } }, headers);
  await footfall.request(`/api/v1/websites/${id}/events`, {
    body: [{ url, ip, user_agent: agent }],
    headers: { "idempotency-key": "secret" },
  });

  const tables = await selectRows<{ name: string }>(
    footfall,
    "SELECT name FROM system.tables WHERE database = currentDatabase()",
  );
  const rows = await Promise.all(
    tables.map(({ name }) => selectRows(footfall, `SELECT * FROM ${name}`)),
  );
  expect(tables.map(({ name }) => name)).toContain("events");
  expect(JSON.stringify(rows)).toContain("secret.example");
  for (const secret of [ip, agent, "Distinct", "NeverKept"]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await filesThatHold(secret)).toEqual([]);
  }
});
