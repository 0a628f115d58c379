import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { sql, statement } from "../../../src/clickhouse/sql.ts";
import { archiveRollups } from "../../../src/rollups/retention/due-months.ts";
import {
  makeTable,
  markForDeletion,
  moveOut,
  removeRepeated,
  removeTable,
} from "../../../src/rollups/retention/month-tables.ts";
import { selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { rounds } from "../../helpers/rounds.ts";
import { history, hourMs, range } from "./history.ts";

const footfall = openFootfall();
let id: number;
const { answers, eventsLeft, leaving, open, retentionOf, rollUp, visit } = history(footfall);
beforeEach(async () => {
  id = await open();
});

test("an event that comes between the proof and the move brings the month back", async () => {
  await visit("2025-01-10");
  await rollUp();
  const { db } = footfall.server.store;
  await makeTable(db, 202501);
  await archiveRollups(db, 202501);
  await visit("2025-01-10", 1);
  await moveOut(db, 202501);

  await endAbandoned();

  expect(await eventsLeft()).toEqual({ 202501: 12 });
  expect((await footfall.stats(id, { name: "visitor", ...range })).json.meta.count).toBe(4);
  expect(await leaving()).toEqual([]);
});

/**
 * Ends, as another process, the work that one left half-way. It may do so five minutes after it has
 * seen that work.
 */
async function endAbandoned(): Promise<void> {
  const ending = retentionOf({});
  await ending.run();
  footfall.clock.aheadMs += hourMs;
  await ending.run();
}

const deaths = [
  ["the events are moved", 2, 0],
  ["the table is made", 0, 9],
  ["the roll-ups are archived", 1, 9],
  ["it is decided", 3, 0],
] as const;
test.each(deaths.slice(0, rounds))(
  "every answer is right if a process dies when %s, then and later",
  async (_when, steps, left) => {
    await visit("2025-01-10");
    await rollUp();
    const before = await answers();
    const { db } = footfall.server.store;
    for (const step of [makeTable, archiveRollups, moveOut, markForDeletion].slice(0, steps + 1)) {
      await step(db, 202501);
      expect(await answers()).toEqual(before);
    }

    await endAbandoned();

    expect(await answers()).toEqual(before);
    expect(await eventsLeft()).toEqual(left === 0 ? {} : { 202501: left });
    expect(await leaving()).toEqual([]);
    await visit("2025-01-10");
    expect((await footfall.stats(id, { name: "visitor", ...range })).json.meta.count).toBe(6);
  },
);

test("a move that was cut off and left parts in both places counts nothing twice", async () => {
  await visit("2025-01-10");
  await rollUp();
  const before = await answers();
  const { db } = footfall.server.store;
  await makeTable(db, 202501);
  await archiveRollups(db, 202501);
  await moveOut(db, 202501);
  await db.run(sql`INSERT INTO events SELECT * FROM events_leaving_202501`);

  await endAbandoned();

  expect(await eventsLeft()).toEqual({});
  expect(await answers()).toEqual(before);
});

test("a batch of two websites whose rows came in two parts loses neither", async () => {
  const batch = randomUUID();
  const other = id + 1_000;
  const insert = (website: number) =>
    footfall.server.store.db.run(
      statement(
        `INSERT INTO events (website_id, date, batch) SELECT ${website}, '2025-01-10', '${batch}'`,
      ),
    );
  const { db } = footfall.server.store;
  await insert(id);
  await makeTable(db, 202501);
  await moveOut(db, 202501);
  await insert(other);
  await removeRepeated(db, 202501);
  const left = await selectRows(
    footfall,
    "SELECT website_id FROM events WHERE toYYYYMM(date) = 202501",
  );
  expect(left).toEqual([{ website_id: other }]);
  await insert(id);
  await removeRepeated(db, 202501);

  expect(
    await selectRows(footfall, "SELECT website_id FROM events WHERE date = '2025-01-10'"),
  ).toEqual(left);
  await db.run(
    sql`ALTER TABLE events DELETE WHERE toYYYYMM(date) = 202501 SETTINGS mutations_sync = 1`,
  );
  await removeTable(db, 202501, "leaving");
});
