import { expect, onTestFinished, test } from "vitest";
import { Metrics } from "../../../src/server/metrics/metrics.ts";
import { WorkerMetrics } from "../../../src/server/metrics/worker-metrics.ts";

function processWith(accepted: number): Metrics {
  const metrics = new Metrics();
  onTestFinished(() => metrics.stop());
  metrics.watchCollecting({ counts: { accepted, dropped: { bot: 1, ip: 0, hostname: 0 } } });
  metrics.observeStore("insert", 0.03);
  return metrics;
}

test("what a worker had counted stays when it is gone, and its memory does not", async () => {
  const primary = await processWith(0).json();
  const workers = [{ accepted: 3 }, { accepted: 40 }] as const;
  const all = new WorkerMetrics<object>();
  for (const worker of workers) all.set(worker, await processWith(worker.accepted).json());
  const memory = async () =>
    Number(/^process_resident_memory_bytes (\d+)$/m.exec(await all.text(primary))?.[1]);
  const before = await memory();

  for (const worker of workers) await all.leave(worker);
  all.set({}, await processWith(500).json());

  const text = await all.text(primary);
  expect(text).toMatch(/^footfall_events_accepted_total 543$/m);
  expect(text).toMatch(/^footfall_events_dropped_total\{reason="bot"\} 4$/m);
  expect(text).toMatch(/^footfall_store_request_seconds_count\{kind="insert"\} 4$/m);
  expect(text).toMatch(/^# TYPE footfall_events_accepted_total counter$/m);
  expect(await memory()).toBeLessThan(before);
});

test("a worker that was never asked leaves nothing", async () => {
  const all = new WorkerMetrics<object>();
  await all.leave({});

  expect(await all.text(await processWith(0).json())).toMatch(
    /^footfall_events_accepted_total 0$/m,
  );
});
