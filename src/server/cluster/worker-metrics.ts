import { AggregatorRegistry } from "prom-client";

import type { MetricsJson } from "../metric-registry.ts";

/** What adds up, and must not fall because a worker is gone. */
const addsUp = new Set(["counter", "histogram"]);

/**
 * What workers say of themselves, put together with what those said last that are gone: a sum of counts
 * that falls would look like a restart to Prometheus.
 */
export class WorkerMetrics<Worker extends object> {
  readonly #last = new Map<Worker, MetricsJson>();
  #gone: MetricsJson = [];

  /** Takes what a worker says now. */
  set(worker: Worker, metrics: MetricsJson): void {
    this.#last.set(worker, metrics);
  }

  /** The worker is gone. */
  async leave(worker: Worker): Promise<void> {
    const counts = this.#last.get(worker)?.filter(({ type }) => addsUp.has(String(type))) ?? [];
    this.#last.delete(worker);
    this.#gone = await together([this.#gone, counts]).getMetricsAsJSON();
  }

  /** With those of the primary, in Prometheus' text format. */
  text(primary: MetricsJson): Promise<string> {
    return together([primary, ...this.#last.values(), this.#gone]).metrics();
  }
}

function together(metrics: readonly MetricsJson[]) {
  return AggregatorRegistry.aggregate([...metrics]);
}
