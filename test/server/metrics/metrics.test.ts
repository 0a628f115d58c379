import { readFile } from "node:fs/promises";
import { AggregatorRegistry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { errorCodes } from "../../../src/base/errors.ts";
import { requestKinds } from "../../../src/clickhouse/timed.ts";
import { tables } from "../../../src/log/record.ts";
import type { ShippingSource } from "../../../src/log/shipping-source.ts";
import { dropReasons } from "../../../src/model/drop-reason.ts";
import { Metrics } from "../../../src/server/metrics/metrics.ts";
import { eventually } from "../../helpers/eventually.ts";

function metricsOf(
  backlog: ShippingSource["backlog"] = async () => ({ bytes: 0, oldestMs: undefined }),
) {
  const counts = {
    collector: { accepted: 0, dropped: { bot: 0, ip: 0, hostname: 0 } },
    shipping: {
      batches: { events: 0, drops: 0, reads: 0 },
      rows: { events: 0, drops: 0, reads: 0 },
      retries: 0,
      rejected: 0,
      damages: 0,
    },
  };
  const metrics = new Metrics();
  onTestFinished(() => metrics.stop());
  metrics.watchCollecting({ counts: counts.collector });
  metrics.watchShipping("1", {
    get counts() {
      return counts.shipping;
    },
    backlog,
  });
  return { metrics, counts };
}

type Json = Awaited<ReturnType<Metrics["json"]>>;

/** Returns the value of a series. */
function valueIn(json: Json, name: string, labels: Readonly<Record<string, string>> = {}) {
  const metric = json.find((candidate) => candidate.name === name);
  return metric?.values.find(
    (candidate) => JSON.stringify(candidate.labels) === JSON.stringify(labels),
  )?.value;
}

const document = await readFile(new URL("../../../docs/operating.md", import.meta.url), "utf8");
const documented = [
  ...document.matchAll(/^\| `(\w+)` *\| (\w+) *\| (?:`(\w+)`)? *\| (.+?) *\|$/gm),
].map(([, name, type, label = "", help]) => ({ name, type, label, help }));

test("docs/operating.md has a line for every metric as it is, and no other", async () => {
  const { metrics } = metricsOf();
  metrics.watchStores([{ name: "1", url: () => undefined }]);
  const written = (await metrics.json()).map(({ name, type, help, values }) => {
    const labels = new Set(values.flatMap((value) => Object.keys(value.labels)));
    labels.delete("le");
    return { name, type: String(type), label: [...labels].join(), help };
  });

  expect(documented.length).toBeGreaterThan(0);
  expect(new Set(documented)).toEqual(new Set(written));
});

test("every series is there from the start, and docs/operating.md names the labels' values", async () => {
  const { metrics } = metricsOf();
  const json = await metrics.json();
  for (const [name, label, values] of [
    ["footfall_events_dropped_total", "reason", dropReasons],
    ["footfall_requests_refused_total", "code", errorCodes],
    ["footfall_batches_shipped_total", "table", tables],
    ["footfall_rows_shipped_total", "table", tables],
  ] as const) {
    for (const value of values) expect(valueIn(json, name, { [label]: value }), value).toBe(0);
  }
  const store = json.find(({ name }) => name === "footfall_store_request_seconds");
  const kinds = new Set(store?.values.map(({ labels }) => labels["kind"]));
  expect([...kinds]).toEqual([...requestKinds]);
  for (const word of [...dropReasons, ...tables, ...requestKinds]) {
    expect(document).toContain(`\`${word}\``);
  }
});

test("counts are those of now, however often they are read", async () => {
  const { metrics, counts } = metricsOf();
  for (let reading = 1; reading <= 3; reading += 1) {
    counts.collector.accepted += 5;
    counts.collector.dropped.ip += 2;
    counts.shipping = { ...counts.shipping, retries: reading };
    metrics.refusals.VALIDATION += 1;
    const json = await metrics.json();

    expect(valueIn(json, "footfall_events_accepted_total")).toBe(5 * reading);
    expect(valueIn(json, "footfall_events_dropped_total", { reason: "ip" })).toBe(2 * reading);
    expect(valueIn(json, "footfall_events_dropped_total", { reason: "bot" })).toBe(0);
    expect(valueIn(json, "footfall_batch_retries_total")).toBe(reading);
    expect(valueIn(json, "footfall_requests_refused_total", { code: "VALIDATION" })).toBe(reading);
  }
});

test("a log that cannot be looked at is no number, and the others are there", async () => {
  const { metrics, counts } = metricsOf(() => Promise.reject(new Error("EIO")));
  counts.collector.accepted = 3;
  const text = await metrics.text();

  expect(text).toMatch(/^footfall_event_log_bytes NaN$/im);
  expect(text).toMatch(/^footfall_events_accepted_total 3$/m);
});

test("bytes and age of one answer are of the same look at the log", async () => {
  let looks = 0;
  const { metrics } = metricsOf(async () => {
    looks += 1;
    return { bytes: looks, oldestMs: Date.now() };
  });
  await metrics.text();
  expect(looks).toBe(1);
  expect(valueIn(await metrics.json(), "footfall_event_log_bytes")).toBe(2);
});

test("an event loop that was held up is late by that much once", async () => {
  const { metrics } = metricsOf();
  const readLag = async () => valueIn(await metrics.json(), "footfall_event_loop_lag_seconds") ?? 0;
  const lag = await eventually(async () => {
    // The monitor notices only if it has seen the loop turn since it was read.
    await new Promise((resolve) => setTimeout(resolve, 120));
    const until = performance.now() + 400;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 15));
    const late = await readLag();
    expect(late).toBeGreaterThan(0.25);
    return late;
  });

  expect(await readLag()).toBeLessThan(lag);
});

test("several processes add up, and of age and lag the largest holds", async () => {
  const processes = [1_000, 9_000].map((bytes) =>
    metricsOf(async () => ({ bytes, oldestMs: Date.now() - bytes })),
  );
  for (const [i, { metrics, counts }] of processes.entries()) {
    counts.collector.accepted = 10 + i;
    counts.shipping.rows.drops = 3;
    metrics.observeStore("insert", 0.03);
  }
  const all = AggregatorRegistry.aggregate(
    await Promise.all(processes.map(({ metrics }) => metrics.json())),
  );
  const text = await all.metrics();
  const json = (await all.getMetricsAsJSON()) as Json;

  expect(valueIn(json, "footfall_events_accepted_total")).toBe(21);
  expect(valueIn(json, "footfall_rows_shipped_total", { table: "drops" })).toBe(6);
  expect(valueIn(json, "footfall_event_log_bytes")).toBe(10_000);
  const age = valueIn(json, "footfall_event_log_age_seconds") ?? 0;
  expect(age).toBeGreaterThanOrEqual(9);
  expect(age).toBeLessThan(10);
  expect(text).toContain('footfall_store_request_seconds_bucket{le="0.05",kind="insert"} 2');
  expect(text).toContain('footfall_store_request_seconds_bucket{le="0.025",kind="insert"} 0');
});
