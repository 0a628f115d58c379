import { afterAll, beforeAll, expect, test } from "vitest";

import { Problem } from "../../src/base/errors.ts";
import type { Database, QueryLimits } from "../../src/clickhouse/database.ts";
import { sql } from "../../src/clickhouse/sql.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { endless, runningEndless } from "../helpers/slow-query.ts";

const hourMs = 3_600_000;
let db: Database;
beforeAll(async () => {
  ({ db } = (await startFootfall()).server.store);
});
afterAll(stopAll);

function limits(given: Partial<QueryLimits> = {}): QueryLimits {
  const { signal } = new AbortController();
  return { signal, deadlineMs: performance.now() + hourMs, ...given };
}

test("a question within its limits is answered", async () => {
  const given = limits({ threadsMax: 1, memoryBytesMax: 100_000_000 });
  const rows = await db.rows(
    sql`
      SELECT
        getSetting('max_threads') AS threads,
        getSetting('max_memory_usage') AS bytes`,
    given,
  );

  expect(rows).toEqual([{ threads: 1, bytes: 100_000_000 }]);
});

test("a question that is given up ends in ClickHouse, too, and throws the signal's reason", async () => {
  const leaving = new AbortController();
  const answer = db.rows(endless("given up"), limits({ signal: leaving.signal }));
  const thrown = expect(answer).rejects.toThrow("gone");

  await eventually(async () => expect(await runningEndless(db, "given up")).toBe(1));
  leaving.abort(new Error("gone"));
  await thrown;
  await eventually(async () => expect(await runningEndless(db, "given up")).toBe(0));
});

test("a question that was given up before is not asked", async () => {
  const signal = AbortSignal.abort(new Error("gone"));

  await expect(db.rows(endless("before"), limits({ signal }))).rejects.toThrow("gone");
  expect(await runningEndless(db, "before")).toBe(0);
});

test("a question that takes too long ends in ClickHouse, too", async () => {
  const deadlineMs = performance.now() + 200;

  await expect(db.rows(endless("too long"), limits({ deadlineMs }))).rejects.toThrow(
    new Problem("QUERY_TOO_LONG"),
  );
  expect(await runningEndless(db, "too long")).toBe(0);
});

test("a question that comes after the deadline is not asked", async () => {
  const deadlineMs = performance.now();

  await expect(db.rows(sql`SELECT 1`, limits({ deadlineMs }))).rejects.toThrow(
    new Problem("QUERY_TOO_LONG"),
  );
});

test("a large GROUP BY spills to the disk, and comes to its answer", async () => {
  const memoryBytesMax = 100_000_000;
  const rows = await db.rows(
    sql`
      SELECT count() AS groups
      FROM (
        SELECT number AS value
        FROM numbers(2000000)
        GROUP BY value
      )`,
    limits({ memoryBytesMax, threadsMax: 1 }),
  );

  expect(rows).toEqual([{ groups: 2_000_000 }]);
});

test("a question that needs more memory than it may take ends alone", async () => {
  const large = sql`SELECT length(groupArray(number)) AS value FROM numbers(20000000)`;

  await expect(db.rows(large, limits({ memoryBytesMax: 50_000_000 }))).rejects.toThrow(
    new Problem("QUERY_TOO_LARGE"),
  );
  expect(await db.rows(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
});

test("a question that needs more of the disk than it may take ends alone", async () => {
  const large = sql`
    SELECT count() AS groups
    FROM (
      SELECT toString(cityHash64(number)) AS value
      FROM numbers(5000000)
      GROUP BY value
    )`;

  await expect(db.rows(large, limits({ memoryBytesMax: 12_000_000 }))).rejects.toThrow(
    new Problem("QUERY_TOO_LARGE"),
  );
});

test("a question with limits writes nothing", async () => {
  const write = sql`INSERT INTO websites (id) SELECT 1`;

  await expect(db.rows(write, limits())).rejects.toMatchObject({ type: "READONLY" });
});

test("what is wrong with a question is no matter of its limits", async () => {
  await expect(db.rows(sql`SELECT missing`, limits())).rejects.toMatchObject({
    type: "UNKNOWN_IDENTIFIER",
  });
});
