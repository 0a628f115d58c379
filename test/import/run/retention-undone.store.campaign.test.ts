import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../../src/clickhouse/database.ts";
import type { Definitions } from "../../../src/definitions/stored-definitions.ts";
import { isImportedInto } from "../../../src/import/run/records.ts";
import { makeTable, removeTable } from "../../../src/rollups/retention/month-tables.ts";
import { Retention } from "../../../src/rollups/retention/retention.ts";
import { openDefinitions } from "../../../src/server/parts/open-services.ts";
import { byTest } from "../../helpers/author.ts";
import { eventually } from "../../helpers/eventually.ts";
import { selectRows } from "../../helpers/footfall.ts";
import { begin, eventLines, mustUndoWait, run, websiteOf } from "../../helpers/import-world.ts";
import { deleteImport, exportOf, findImport, undo } from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { silent } from "../../helpers/shipping.ts";

const day = "2025-01-10";
const month = 202501;
const events = 10;

const footfall = openFootfall();
let db: Database;
let definitions: Definitions;
let retention: Retention;
let id: number;
let domain: string;
let websites = 0;
beforeAll(async () => {
  db = footfall.server.store.db;
  definitions = openDefinitions(db, Date.now);
  const now = () => Date.now() + footfall.clock.aheadMs;
  retention = new Retention({
    db,
    saltDb: db,
    retentionDays: 31,
    graceMs: 0,
    logger: silent,
    now,
    shipped: () => footfall.server.shipped(),
    isHeld: (each) => isImportedInto(db, each),
  });
});
beforeEach(async () => {
  websites += 1;
  domain = `w${websites}.example`;
  id = (await footfall.store(domain)).id;
});

/** Imports a day's events of one page, and resolves with the import's id. */
async function importPage(page: string): Promise<number> {
  const website = websiteOf(id, domain);
  const text = exportOf(day, events, { hostname: domain, page });
  const input = { definitions, website, format: eventLines, text };
  const importId = await begin(input);
  expect(await run({ ...input, db }, importId)).toMatchObject({ status: "done" });
  return importId;
}

async function dropEvents(): Promise<void> {
  footfall.clock.aheadMs += 11 * 60_000;
  await footfall.server.rollUp();
  await retention.run();
  expect(await stored()).toBe(0);
}

async function stored(): Promise<number> {
  const rows = await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${id}`);
  return rows.length;
}

async function askPages(headers: Record<string, string> = {}) {
  const path = `/api/v1/stats/${id}?name=page&from=${day}&to=${day}`;
  const { status, headers: own, text } = await footfall.request(path, { headers });
  const data = text === "" ? undefined : (JSON.parse(text) as { data: unknown }).data;
  return { status, tag: own.get("etag") ?? "", data };
}

test("an undo empties days whose events retention has deleted, and no tag holds again", async () => {
  const first = await importPage("/old");
  await dropEvents();
  const old = await askPages();
  expect(old.data).toMatchObject([{ value: "/old", count: events }]);

  await undo(footfall.url, id, first);
  expect((await askPages()).data).toEqual([]);

  await importPage("/new");
  const counted = await askPages();
  expect(counted.data).toMatchObject([{ value: "/new", count: events }]);
  await dropEvents();
  const rolled = await askPages();
  expect(rolled.data).toMatchObject([{ value: "/new", count: events }]);
  expect(rolled.tag).not.toBe(old.tag);
  const asked = await askPages({ "if-none-match": old.tag, "cache-control": "" });
  expect(asked).toMatchObject({ status: 200, data: rolled.data });
});

test("a dry run that is removed leaves the days of the import to retention's totals", async () => {
  const website = websiteOf(id, domain);
  const text = exportOf(day, events, { hostname: domain, page: "/real" });
  const input = { definitions, website, format: eventLines, text };
  const dry = await begin({ ...input, isDryRun: true });
  expect(await run({ ...input, db }, dry)).toMatchObject({ status: "done", isDryRun: true });
  await importPage("/real");
  await dropEvents();

  await undo(footfall.url, id, dry);
  expect((await askPages()).data).toMatchObject([{ value: "/real", count: events }]);
});

test("retention takes no month while an import into it runs or is undone", async () => {
  const importId = await importPage("/held");
  footfall.clock.aheadMs += 11 * 60_000;
  await footfall.server.rollUp();
  for (const status of ["running", "deleting"] as const) {
    const upload = "at another";
    await definitions.update(byTest, id, "import", importId, (before) => ({
      ...before,
      status,
      upload,
    }));
    expect(await isImportedInto(db, month)).toBe(true);
    expect(await isImportedInto(db, month + 1)).toBe(false);
    await retention.run();
    expect(await stored()).toBe(events);
  }
  await definitions.update(byTest, id, "import", importId, (before) => ({
    ...before,
    status: "done",
  }));
  await retention.run();
  expect(await stored()).toBe(0);
});

test("an undo waits while retention takes a month out", async () => {
  const importId = await importPage("/held");
  await makeTable(db, month);
  expect((await deleteImport(footfall.url, id, importId)).status).toBe(202);
  expect(await mustUndoWait([db], websiteOf(id, domain), importId)).toBe(true);
  expect(await findImport(footfall.url, id, importId)).toMatchObject({ status: "deleting" });
  expect(await stored()).toBe(events);

  await removeTable(db, month, "leaving");
  await eventually(async () => {
    await deleteImport(footfall.url, id, importId);
    expect(await findImport(footfall.url, id, importId)).toBeUndefined();
  });
  expect(await stored()).toBe(0);
});
