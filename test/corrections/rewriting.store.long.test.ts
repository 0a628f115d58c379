import { expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import { eventually } from "../helpers/eventually.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { correct } from "./correcting.ts";
import { answersOf, type Done, randomEvents, range, toSent } from "./reports.ts";

/** Its own: a store that rewrites nothing holds up what earlier corrections leave to be done. */
const footfall = openFootfall();

async function websiteWith(events: readonly Done[]): Promise<number> {
  const { id } = await footfall.storeWith(toSent(events));
  return id;
}

async function domainOf(id: number): Promise<string> {
  return (await footfall.request(`/api/v1/websites/${id}`)).json.data.domain;
}

test("while the store rewrites its parts, every answer is that of afterwards", async () => {
  const db = footfall.server.store.db;
  const events = randomEvents(60);
  const id = await websiteWith(events);
  const fresh = await websiteWith(events.filter(({ page }) => !page.startsWith("/users/")));
  await footfall.server.rollUp();
  await db.run(statement("SYSTEM STOP MERGES events"));
  const done = correct(footfall, id, {
    kind: "delete",
    filters: { page: ["/users/*"] },
    ...range,
  });
  try {
    await eventually(async () => {
      const pending = await db.rows(
        statement(
          "SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND position(command, '/users/') > 0",
        ),
      );
      expect(pending).toHaveLength(1);
    });
    expect(await answersOf(footfall, id)).toEqual(await answersOf(footfall, fresh));
    // Events that come meanwhile are kept, and counted once.
    await footfall.send({ id, domain: await domainOf(id) }, [
      { at: "10:00:00", page: "/late" },
      { at: "10:00:01", page: "/late" },
    ]);
  } finally {
    await db.run(statement("SYSTEM START MERGES events"));
  }
  await done;
  const { json } = await footfall.stats(id, { name: "page", "filter[page]": "/late", ...range });
  expect(json.data).toContainEqual(expect.objectContaining({ value: "/late", count: 2 }));
});
