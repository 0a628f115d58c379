import { beforeAll, expect, test } from "vitest";
import type { ChangeTable } from "../../src/base/change-log.ts";
import { websiteTable } from "../../src/tables/website-table.ts";
import { StoredWebsites } from "../../src/websites/stored-websites.ts";
import type { WebsiteChange } from "../../src/websites/website-set.ts";
import { byTest } from "../helpers/author.ts";
import { weeksAndMonths } from "../helpers/draft.ts";
import { openFootfall } from "../helpers/open-footfall.ts";

const footfall = openFootfall();
let table: ChangeTable<WebsiteChange>;
beforeAll(async () => {
  table = websiteTable(footfall.server.store.db);
});

/** Opens the websites like another process on the same store. */
const open = () => StoredWebsites.open(table);

test("concurrent changes of different fields all hold", async () => {
  const { id } = await footfall.store("fields.test");
  const change = (body: object) =>
    footfall.request(`/api/v1/websites/${id}`, { method: "PATCH", body });

  const replies = await Promise.all([
    change({ email: 1 }),
    change({ exclude_bots: 0 }),
    change({ privacy: 0 }),
    change({ timezone: "Europe/Berlin" }),
    change({ exclude_ips: "1.2.3.4" }),
  ]);
  const after = await footfall.request(`/api/v1/websites/${id}`);

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(after.json.data).toMatchObject({
    email: 1,
    exclude_bots: 0,
    privacy: 0,
    timezone: "Europe/Berlin",
    exclude_ips: "1.2.3.4",
  });
});

test("of stores of one domain that race, one wins", async () => {
  const stores = Array.from({ length: 8 }, () =>
    footfall.request("/api/v1/websites", { body: { domain: "race.test" } }),
  );
  const statuses = (await Promise.all(stores)).map(({ status }) => status);
  const list = await footfall.request("/api/v1/websites?search=race.test");

  expect(statuses.sort()).toEqual([201, ...Array(7).fill(422)]);
  expect(list.json.meta.total).toBe(1);
});

test("of processes that store one domain at once, one wins", async () => {
  const processes = await Promise.all([open(), open(), open()]);

  const outcomes = await Promise.allSettled(
    processes.map((websites) => websites.create(byTest, "processes.test", {})),
  );
  const wins = outcomes.filter(({ status }) => status === "fulfilled");

  expect(wins).toHaveLength(1);
  expect((await open()).all.findByDomain("processes.test")).toBeDefined();
});

test("processes that change one website at once never lose a change", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  const { id } = await one.create(byTest, "lost.test", {});

  await Promise.all([
    one.update(byTest, id, { emailReports: weeksAndMonths }),
    other.refresh().then(() => other.update(byTest, id, { excludeBots: false })),
    one.update(byTest, id, { privacy: "public" }),
  ]);
  await Promise.all([one.refresh(), other.refresh()]);

  const expected = { emailReports: weeksAndMonths, excludeBots: false, privacy: "public" };
  expect(one.all.find(id)).toMatchObject(expected);
  expect(other.all.find(id)).toMatchObject(expected);
  expect((await open()).all.find(id)).toMatchObject(expected);
});

test("an update of a website that another process deleted finds none", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  const { id } = await one.create(byTest, "gone.test", {});
  await other.refresh();
  await other.remove(byTest, id);

  await expect(one.update(byTest, id, { emailReports: weeksAndMonths })).rejects.toMatchObject({
    code: "WEBSITE_NOT_FOUND",
  });
});

test("an id is never used again, also after a restart", async () => {
  const before = await open();
  const { id } = await before.create(byTest, "reuse.test", {});
  await before.remove(byTest, id);

  const after = await open();
  const again = await after.create(byTest, "reuse.test", {});

  expect(again.id).toBeGreaterThan(id);
  expect(after.all.find(id)).toBeUndefined();
  expect(before.all.find(again.id)).toBeUndefined();
});

test("a deleted website leaves nothing but its mark", async () => {
  const websites = await open();
  const { id } = await websites.create(byTest, "mark.test", {
    excludeIps: ["203.0.113.9"],
    passwordHash: "scrypt$secret",
  });
  await websites.remove(byTest, id);

  const last = (await table.changesAfter(0)).at(-1);

  expect(last).toMatchObject({ deleted: true, record: { id, excludeIps: [], passwordHash: "" } });
});

test("a restart finds every setting as it was left", async () => {
  const settings = {
    timezone: "Asia/Kolkata",
    language: "zh-Hans",
    privacy: "password",
    passwordHash: "scrypt$1$2$3$a$b",
    emailReports: weeksAndMonths,
    excludeBots: false,
    excludeParams: ["a*", "b'\\\n\t\"c"],
    excludeIps: ["10.0.0.0/8", "::1"],
    favoritedAt: "2026-01-02T03:04:05",
  } as const;
  const stored = await (await open()).create(byTest, "settings.test", settings);

  expect((await open()).all.find(stored.id)).toEqual(stored);
  expect(stored).toMatchObject(settings);
});

test("an update without a setting changes nothing, not even the time of the change", async () => {
  const websites = await StoredWebsites.open(table, () => 1_000_000);
  const stored = await websites.create(byTest, "nothing.test", {});
  const later = await StoredWebsites.open(table, () => 9_000_000);

  expect(await later.update(byTest, stored.id, {})).toEqual(stored);
});
