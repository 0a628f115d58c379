import { expect, test } from "vitest";

import { Salts } from "../../src/collect/salts.ts";
import { saltTable } from "../../src/tables/salt-table.ts";
import { selectRows, startFootfall } from "../helpers/footfall.ts";

const dayMs = 24 * 60 * 60_000;

test("events are accepted after a clock that was days ahead, for every day", async () => {
  const footfall = await startFootfall();
  const { id, domain } = await footfall.store("clock.example");
  const track = () => footfall.track({ website: id, url: `https://${domain}/` });
  const saltsOf = (day: number) =>
    selectRows(footfall, `SELECT 1 FROM salts WHERE date = toDate(${day})`);
  const today = Math.floor(Date.now() / dayMs);
  expect((await track()).status).toBe(202);
  expect(await saltsOf(today)).toHaveLength(1);

  footfall.clock.aheadMs = 3 * dayMs;
  // As the Footfall does once a minute.
  const now = () => Date.now() + footfall.clock.aheadMs;
  await new Salts(saltTable(footfall.server.store.db, now), now).destroyExpired();
  expect(await saltsOf(today)).toEqual([]);
  expect((await track()).status).toBe(202);
  footfall.clock.aheadMs = 0;

  expect((await track()).status).toBe(202);
  footfall.clock.aheadMs = dayMs;
  expect((await track()).status).toBe(202);
  expect(await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${id}`)).toHaveLength(
    4,
  );
});
