import { AggregatorRegistry } from "prom-client";

import type { MetricsJson } from "./metric-registry.ts";

/** The types of metrics that only grow, so that they must not fall when a worker ends. */
const growingTypes = new Set(["counter", "histogram"]);

/**
 * Sums up the metrics of all workers. The last counts of workers that have ended stay in the sum: a
 * sum of counts that falls would look like a restart to Prometheus.
 */
export class WorkerMetrics<Worker extends object> {
  readonly #last = new Map<Worker, MetricsJson>();
  /** The counts of all workers that have ended, summed up. */
  #endedCounts: MetricsJson = [];

  /** Replaces the metrics of a worker. */
  set(worker: Worker, metrics: MetricsJson): void {
    this.#last.set(worker, metrics);
  }

  /** Moves the counts of a worker that has ended to the sum of those, and forgets its gauges. */
  async leave(worker: Worker): Promise<void> {
    const counts =
      this.#last.get(worker)?.filter(({ type }) => growingTypes.has(String(type))) ?? [];
    this.#last.delete(worker);
    this.#endedCounts = await aggregate([this.#endedCounts, counts]).getMetricsAsJSON();
  }

  /** Resolves with the sum of these and the primary's metrics, in Prometheus' text format. */
  text(primary: MetricsJson): Promise<string> {
    return aggregate([primary, ...this.#last.values(), this.#endedCounts]).metrics();
  }
}

function aggregate(metrics: readonly MetricsJson[]) {
  return AggregatorRegistry.aggregate([...metrics]);
}
