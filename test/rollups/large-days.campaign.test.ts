import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";

import { seed } from "../../bench/stats/seed.ts";
import { connectEngine } from "../../bench/website.ts";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { selectRows, startFootfall } from "../helpers/footfall.ts";

afterAll(stopAll);

const day = "2026-01-06";
/** Sessions have eight events. */
const large = 20_000_000 / 8;
const small = 800 / 8;
const minuteMs = 60_000;

test("a day of 20 million events beside 1,000 small websites is rolled up on default settings", {
  timeout: 30 * minuteMs,
}, async () => {
  const directory = await temporaryDirectory();
  const footfall = await startFootfall({ DATA_DIR: directory });
  // On the day itself: the program would roll it up by itself otherwise.
  footfall.clock.aheadMs = Date.parse(`${day}T12:00:00Z`) - Date.now();
  const ids: number[] = [];
  for (let nth = 0; nth <= 1_000; nth += 1) {
    ids.push((await footfall.store(`w${nth}.example`)).id);
  }
  const client = await connectEngine(directory);
  // Nothing is merged, so the day has a hundred parts.
  await client.command({
    query: "ALTER TABLE events MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1",
  });
  const sessionsPerDay = (id: number) => (id === ids[0] ? large : small);
  for (const some of [ids.slice(0, 1), ids.slice(1)]) {
    await seed(client, {
      table: "events",
      sessionsPerDay: new Map(some.map((id) => [id, sessionsPerDay(id)])),
      from: day,
      days: 1,
      pages: 5_000,
      // Five events a visitor day.
      spanSeconds: 600,
    });
  }
  /** Rolls up until the rows are there. Resolves with the time and the most memory it took. */
  const rollUp = async (queryId: string, rows: string): Promise<{ s: number; mib: number }> => {
    let isDone = false;
    let bytes = 0;
    const watch = async () => {
      while (!isDone) {
        const [found] = await selectRows<{ bytes: number }>(
          footfall,
          `SELECT max(peak_memory_usage) AS bytes FROM system.processes WHERE startsWith(query_id, '${queryId}')`,
        );
        bytes = Math.max(bytes, Number(found?.bytes ?? 0));
        await delay(50);
      }
    };
    const begunMs = performance.now();
    const watching = watch();
    // A call during a run of the program's own joins that.
    do await footfall.server.rollUp();
    while ((await selectRows(footfall, rows)).length === 0);
    isDone = true;
    await watching;
    return { s: (performance.now() - begunMs) / 1000, mib: bytes / 1024 ** 2 };
  };
  footfall.clock.aheadMs = Date.parse(`${day}T23:59:59Z`) + 2 * minuteMs - Date.now();
  const open = await rollUp("footfall-open-day", "SELECT 1 FROM open_day_rollups");
  footfall.clock.aheadMs += 10 * minuteMs;
  const closed = await rollUp("footfall-rollup", "SELECT 1 FROM rollup_days");

  const [rolledUp] = await selectRows<{ websites: number; events: number }>(
    footfall,
    "SELECT uniqExact(website_id) AS websites, sum(events) AS events FROM rollup_days",
  );
  const [stored] = await selectRows<{ events: number; parts: number }>(
    footfall,
    "SELECT count() AS events, uniqExact(_part) AS parts FROM events",
  );
  process.stdout.write(
    `${stored?.events} events in ${stored?.parts} parts; open: ${shown(open)}; closed: ${shown(closed)}\n`,
  );
  expect(rolledUp).toEqual({ websites: ids.length, events: stored?.events });
  expect(Math.max(open.mib, closed.mib)).toBeLessThan(350);
});

function shown({ s, mib }: { readonly s: number; readonly mib: number }): string {
  return `${s.toFixed(0)} s, at most ${mib.toFixed(0)} MiB`;
}
