import { expect, test } from "vitest";
import { StartRefused } from "../../../src/base/errors.ts";
import { Lease } from "../../../src/move/lease.ts";
import { openDefinitions } from "../../../src/server/parts/open-services.ts";
import { byTest } from "../../helpers/author.ts";
import { eventually } from "../../helpers/eventually.ts";
import { startFootfall } from "../../helpers/footfall.ts";
import {
  begin,
  eventLines,
  mustUndoWait,
  run,
  totalLines,
  totalsOf,
  websiteOf,
} from "../../helpers/import-world.ts";
import { deleteImport, exportOf, findImport, importText, undo } from "../../helpers/imports.ts";
import { makeShards } from "../../helpers/shards.ts";

const domain = "moved.example";
const eventDay = "2025-03-10";
const totalDay = "2025-03-11";

async function startWithImports() {
  const shards = await makeShards();
  const footfall = await startFootfall(shards.env);
  const { id } = await footfall.store(domain, { shard: "1" });
  const [db] = shards.dbs;
  const own = { definitions: openDefinitions(db, Date.now), website: websiteOf(id, domain) };
  const bring = async (format: typeof eventLines | typeof totalLines, text: string) => {
    const input = { ...own, format, text };
    const importId = await begin(input);
    expect(await run({ ...input, db }, importId)).toMatchObject({ status: "done" });
    return importId;
  };
  const events = await bring(eventLines, exportOf(eventDay, 5, { hostname: domain }));
  const totals = await bring(totalLines, totalsOf(totalDay, ["/total"]));
  const ask = async () => {
    const query = { name: "page", from: eventDay, to: totalDay };
    const { json, status } = await footfall.stats(id, query);
    return { status, data: json.data, imports: json.meta?.imports };
  };
  return { shards, footfall, id, db, own, events, totals, ask };
}

test("imports of events and totals move with their website, and can be undone there", async () => {
  const { shards, footfall, id, events, totals, ask } = await startWithImports();
  const before = await ask();
  expect(before.data).toHaveLength(6);
  const list = () => footfall.request(`/api/v1/websites/${id}/imports`);
  const listed = (await list()).json.data;

  expect(await shards.move(domain, "2")).toBe(0);
  await eventually(async () => expect(await ask()).toEqual(before));
  expect((await list()).json.data).toEqual(listed);
  await undo(footfall.url, id, totals);
  expect((await ask()).data).toHaveLength(5);
  await undo(footfall.url, id, events);
  expect((await ask()).data).toEqual([]);

  // What was undone there does not come back here.
  expect(await shards.move(domain, "1")).toBe(0);
  await eventually(async () => expect(await ask()).toMatchObject({ status: 200, data: [] }));
  const again = await importText(footfall.url, id, exportOf(eventDay, 3, { hostname: domain }));
  expect(again).toMatchObject({ status: "done", rows: { imported: 3 } });
  expect((await ask()).data).toHaveLength(3);
});

test("a website into which an import is under way does not move", async () => {
  const { shards, own } = await startWithImports();
  const input = { ...own, format: eventLines, text: exportOf("2025-03-12", 1) };
  const importId = await begin(input);
  const refused = await shards.move(domain, "2").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartRefused);
  expect((refused as StartRefused).message).toBe(
    "an import to moved.example runs; wait for the end of that",
  );
  await own.definitions.update(byTest, own.website.id, "import", importId, (before) => {
    return { ...before, status: "failed" };
  });
  expect(await shards.move(domain, "2")).toBe(0);
});

test("an undo waits for the end of a move", async () => {
  const { shards, footfall, id, db, own, events } = await startWithImports();
  const lease = await Lease.open({ first: db, role: "move", website: own.website });
  expect((await deleteImport(footfall.url, id, events)).status).toBe(202);
  expect(await mustUndoWait(shards.dbs, own.website, events)).toBe(true);
  expect(await findImport(footfall.url, id, events)).toMatchObject({ status: "deleting" });
  await lease.close();
  await eventually(async () => {
    await deleteImport(footfall.url, id, events);
    expect(await findImport(footfall.url, id, events)).toBeUndefined();
  });
});
