import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";

import { sql, statement } from "../../../src/clickhouse/sql.ts";
import { apiKey, startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const events = 600_000;
const visitors = 100_000;
const inserts = 6;
const days = "from=2025-03-01&to=2025-03-01";
/** About half of what the events take as text. */
const memoryBytesMax = 256 * 1024 ** 2;
/** Enough for a heavy query. */
const reportedEvents = 150_000;

const footfall = openFootfall(() => startFootfall({ HEAVY_QUERIES_MAX: "1" }));
let id: number;
beforeAll(async () => {
  ({ id } = await footfall.store("large.example"));
  for (let nth = 0; nth < inserts; nth += 1) {
    await footfall.server.store.db.run(
      statement(`
        INSERT INTO events (website_id, date, visitor, time, name, page, browser, props, engagement_time_ms)
        SELECT ${id}, '2025-03-01', sipHash64(number % ${visitors}), toDateTime64('2025-03-01 00:00:00', 3) + number % 86400,
          if(number % 50 = 0, 'Signup', 'pageview'), repeat(concat('/page-', toString(number % 1000)), 20),
          ['Chrome', 'Firefox'][number % ${visitors} % 2 + 1], map('key', repeat('x', 100)), number
        FROM numbers(${events})
        WHERE number % ${inserts} = ${nth}`),
      { isLong: true },
    );
  }
});

function download(accept: string, query = ""): Promise<Response> {
  const url = `${footfall.url}/api/v1/websites/${id}/events?${days}${query}`;
  return fetch(url, { headers: { authorization: `Bearer ${apiKey}`, accept } });
}

/** Watches the memory of the engine's exports and of this process until it is asked. */
function watchMemory() {
  const { db } = footfall.server.store;
  const rssBefore = process.memoryUsage.rss();
  const peaks = { engine: 0, process: 0 };
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const [row] = await db.rows<{ peak: number }>(sql`
        SELECT max(peak_memory_usage) AS peak
        FROM system.processes
        WHERE position(query, 'ORDER BY events.date') > 0 AND position(query, 'processes') = 0`);
      peaks.engine = Math.max(peaks.engine, row?.peak ?? 0);
      peaks.process = Math.max(peaks.process, process.memoryUsage.rss() - rssBefore);
      await delay(50);
    }
    return peaks;
  };
  const watched = watch();
  return () => {
    isOver = true;
    return watched;
  };
}

test("a large day comes whole, each event once, in order, in little memory", async () => {
  const peaks = watchMemory();
  const reply = await download("application/x-ndjson");
  expect(reply.status).toBe(200);
  const seen = new Uint8Array(events);
  let [bytes, changes, last, rest] = [0, 0, "", ""];
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length;
    const lines = (rest + Buffer.from(chunk).toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [, visitor = "", number = ""] =
        /"visitor":"(\w+)".*"engagement_time_ms":(\d+)/.exec(line) ?? [];
      seen[Number(number)] = (seen[Number(number)] ?? 0) + 1;
      if (visitor !== last) changes += 1;
      last = visitor;
    }
  }
  const { engine, process } = await peaks();

  expect(rest).toBe("");
  expect(seen.every((times) => times === 1)).toBe(true);
  // The events of each visitor are neighbours, also where a slice ends.
  expect(changes).toBe(visitors);
  expect(bytes).toBeGreaterThan(1.8 * memoryBytesMax);
  expect(engine).toBeGreaterThan(0);
  expect(engine).toBeLessThan(memoryBytesMax);
  expect(process).toBeLessThan(memoryBytesMax);
});

test.each([
  ["text/csv", ""],
  ["application/vnd.apache.parquet", ""],
  ["application/vnd.apache.parquet", "&filter[browser]=Chrome"],
])("%s%s takes as little", async (accept, query) => {
  const peaks = watchMemory();
  const reply = await download(accept, query);
  let [lines, tail] = [0, Buffer.alloc(0)];
  for await (const chunk of reply.body ?? []) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    tail = Buffer.from(chunk);
  }
  const { engine, process } = await peaks();

  if (accept === "text/csv") expect(lines).toBe(events + 1);
  else expect(tail.subarray(-4).toString()).toBe("PAR1");
  expect(engine).toBeLessThan(memoryBytesMax);
  expect(process).toBeLessThan(memoryBytesMax);
});

test("reports go on while an export waits for its reader", async () => {
  const { id: other } = await footfall.store("reported.example");
  await footfall.server.store.db.run(
    statement(`
      INSERT INTO events (website_id, date, visitor, time, name, browser)
      SELECT ${other}, '2025-03-01', number, toDateTime64('2025-03-01 00:00:00', 3), 'pageview', 'Chrome'
      FROM numbers(${reportedEvents})`),
  );
  for (const accept of ["application/x-ndjson", "application/vnd.apache.parquet"]) {
    const reply = await download(accept);
    const reader = reply.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    const report = await footfall.request(
      `/api/v1/stats/${other}?name=page&${days}&filter[browser]=Chrome`,
    );
    expect(report.status, report.text).toBe(200);
    expect(report.json.data.length).toBeGreaterThan(0);
    await reader?.cancel();
  }
});
