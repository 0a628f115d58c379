import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { testServer } from "../../helpers/test-server.ts";

const footfall = openFootfall();

/** A test may take the store away only if it is embedded. */
const isEmbedded = testServer() === undefined;
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

type Series = Readonly<Record<string, number>>;

/**
 * Resolves with every series by its name and labels. Fails if the answer is not in the text format.
 */
async function scrape(of = footfall): Promise<Series> {
  const reply = await of.request("/metrics");
  expect(reply.status, reply.text).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const series: Record<string, number> = {};
  const typed = new Set<string>();
  for (const line of reply.text.trim().split("\n")) {
    const type = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line);
    if (type?.[1] !== undefined) typed.add(type[1]);
    if (line === "" || line.startsWith("#")) continue;
    const sample = /^(\w+?)(_bucket|_sum|_count)?((?:\{[^}]*\})?) (\S+)$/.exec(line);
    const [, name = "", suffix = "", labels = "", value] = sample ?? [];
    expect(typed.has(name) || typed.has(`${name}${suffix}`), line).toBe(true);
    series[`${name}${suffix}${labels}`] = Number(value);
  }
  expect(Object.values(series).filter(Number.isNaN)).toEqual([]);
  return series;
}

/** Returns the changes between two scrapes, of the series whose name begins with the prefix. */
function moved(before: Series, after: Series, prefix: string): Series {
  const changes = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]);
  return Object.fromEntries(
    changes.filter(([name, by]) => String(name).startsWith(prefix) && by !== 0),
  );
}

describe("access", () => {
  test.each(["GET", "HEAD"])("%s without a key is 401", async (method) => {
    const reply = await footfall.request("/metrics", { method, key: false });

    expect(reply.status).toBe(401);
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    if (method === "GET") {
      expect(reply.json).toEqual({
        status: 401,
        code: "UNAUTHORIZED",
        message: "An API key is required: Authorization: Bearer KEY",
      });
    }
  });

  test("a wrong key is 401", async () => {
    expect((await footfall.request("/metrics", { key: "x".repeat(24) })).status).toBe(401);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s is 404", async (method) => {
    const reply = await footfall.request("/metrics", { method });

    expect([reply.status, reply.json.code]).toEqual([404, "ROUTE_NOT_FOUND"]);
  });

  test("an answer is not cached", async () => {
    const reply = await footfall.request("/metrics");

    expect(reply.headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("counters move by exactly what was sent", () => {
  test("accepted, dropped and shipped", async () => {
    const { id, domain } = await footfall.store("moved.example");
    const url = `https://${domain}/`;
    const before = await scrape();
    for (const name of ["pageview", "buy", "engagement"]) {
      await footfall.track({ website: id, url, name });
    }
    for (let i = 0; i < 2; i += 1) {
      await footfall.track({ website: id, url }, { "user-agent": googlebot });
    }
    await footfall.bulk(id, [{ url }, { url }, { url: "https://elsewhere.example/" }]);
    await footfall.server.shipped();
    const after = await scrape();

    expect(moved(before, after, "footfall_events")).toEqual({
      footfall_events_accepted_total: 5,
      'footfall_events_dropped_total{reason="bot"}': 2,
      'footfall_events_dropped_total{reason="hostname"}': 1,
    });
    const rows = moved(before, after, "footfall_rows_shipped");
    expect(rows['footfall_rows_shipped_total{table="events"}']).toBe(5);
    // A row for each website, day and reason, and one more if a flush came between the two bots.
    expect([2, 3]).toContain(rows['footfall_rows_shipped_total{table="drops"}']);
    const batches = moved(before, after, "footfall_batches");
    expect(Object.keys(batches).sort()).toEqual([
      'footfall_batches_shipped_total{table="drops"}',
      'footfall_batches_shipped_total{table="events"}',
      'footfall_batches_shipped_total{table="reads"}',
    ]);
    expect(moved(before, after, "footfall_requests_refused")).toEqual({});
    expect(moved(before, after, "footfall_batch_retries")).toEqual({});
    expect(after["footfall_event_log_bytes"]).toBe(0);
    expect(after["footfall_event_log_age_seconds"]).toBe(0);
    const inserts = 'footfall_store_request_seconds_count{kind="insert"}';
    // Salts are inserted as well.
    expect(moved(before, after, inserts)[inserts]).toBeGreaterThanOrEqual(
      Object.values(batches).reduce((sum, count) => sum + count, 0),
    );
  });

  test("a request under an Idempotency-Key counts as often as it is answered", async () => {
    const { id, domain } = await footfall.store("again.example");
    const before = await scrape();
    const headers = { "idempotency-key": "k" };
    const body = [{ url: `https://${domain}/` }, { url: "https://elsewhere.example/" }];
    for (let i = 0; i < 2; i += 1) {
      await footfall.request(`/api/v1/websites/${id}/events`, { body, headers });
    }
    const after = await scrape();

    expect(moved(before, after, "footfall_events")).toEqual({
      footfall_events_accepted_total: 2,
      'footfall_events_dropped_total{reason="hostname"}': 2,
    });
  });

  test("refused requests, by the error's code, whatever refused them", async () => {
    const { id, domain } = await footfall.store("refused.example");
    const url = `https://${domain}/`;
    const before = await scrape();
    await footfall.track({ website: id, url: "/a" });
    await footfall.track({ website: id });
    await footfall.track({ website: 999_999, url });
    await footfall.bulk(id, [{ url }, { url: "none" }]);
    await footfall.request("/api/v1/websites", { key: false });
    await footfall.request("/nothing");
    await footfall.request("/nothing/%zz");
    const form = { "content-type": "text/css" };
    await footfall.request("/api/event", { body: "a", headers: form, key: false });
    await footfall.request("/api/event", {
      body: "x".repeat(20_000),
      headers: { "content-type": "text/plain" },
    });
    const { port, hostname } = new URL(footfall.url);
    const socket = connect(Number(port), hostname);
    socket.end("GARBAGE\r\n\r\n");
    socket.resume();
    await once(socket, "close");
    const after = await scrape();

    expect(moved(before, after, "footfall_requests_refused")).toEqual({
      'footfall_requests_refused_total{code="VALIDATION"}': 3,
      'footfall_requests_refused_total{code="WEBSITE_NOT_FOUND"}': 1,
      'footfall_requests_refused_total{code="UNAUTHORIZED"}': 1,
      'footfall_requests_refused_total{code="ROUTE_NOT_FOUND"}': 2,
      'footfall_requests_refused_total{code="UNSUPPORTED_MEDIA_TYPE"}': 1,
      'footfall_requests_refused_total{code="BODY_TOO_LARGE"}': 1,
      'footfall_requests_refused_total{code="MALFORMED_REQUEST"}': 1,
    });
    expect(moved(before, after, "footfall_events")).toEqual({});
  });
});

test("two Footfalls of one process count apart", async () => {
  const other = await startFootfall();
  const { id, domain } = await other.store("apart.example");
  const before = await scrape();
  await other.track({ website: id, url: `https://${domain}/` });

  expect((await scrape(other))["footfall_events_accepted_total"]).toBe(1);
  expect(moved(before, await scrape(), "footfall_events")).toEqual({});
});

test.runIf(isEmbedded)(
  "while the store is unavailable the log's bytes and age grow and attempts are counted; afterwards nothing is left",
  async () => {
    const away = await startFootfall();
    const { id, domain } = await away.store("away.example");
    const url = `https://${domain}/`;
    await away.track({ website: id, url });
    await away.server.shipped();
    const before = await scrape(away);
    const pid = away.server.store.enginePid();
    if (pid === undefined) throw new Error("there is no engine");
    process.kill(pid, "SIGSTOP");
    await away.track({ website: id, url });
    const first = await eventually(async () => {
      const series = await scrape(away);
      expect(series["footfall_event_log_bytes"]).toBeGreaterThan(0);
      return series;
    });
    await away.track({ website: id, url, name: "buy" });
    const later = await eventually(async () => {
      const series = await scrape(away);
      expect(series["footfall_event_log_age_seconds"]).toBeGreaterThan(
        first["footfall_event_log_age_seconds"] ?? Number.NaN,
      );
      return series;
    });

    expect(later["footfall_event_log_bytes"]).toBeGreaterThan(
      first["footfall_event_log_bytes"] ?? Number.NaN,
    );
    expect(moved(before, later, "footfall_rows_shipped")).toEqual({});
    process.kill(pid, "SIGKILL");
    await away.server.shipped();
    const after = await scrape(away);
    expect(after["footfall_event_log_bytes"]).toBe(0);
    expect(after["footfall_event_log_age_seconds"]).toBe(0);
    expect(moved(before, after, "footfall_rows_shipped")).toEqual({
      'footfall_rows_shipped_total{table="events"}': 2,
    });
    expect(after["footfall_batch_retries_total"]).toBeGreaterThan(0);
  },
);
