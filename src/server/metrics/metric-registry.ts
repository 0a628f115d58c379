import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of one process, in the form that `AggregatorRegistry.aggregate` adds up. */
export type MetricsJson = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** Metrics that read their values when `text` or `json` is called. */
export class MetricRegistry {
  readonly #registry = new Registry();

  /** Resolves with all metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  json(): Promise<MetricsJson> {
    return this.#registry.getMetricsAsJSON();
  }

  counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** Adds a counter with a series for each of the label's values. */
  counters<Value extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Value[],
    read: (value: Value) => number,
  ): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const value of values) this.inc({ [label]: value }, read(value));
      },
    });
  }

  /** Adds a gauge. If `read` throws, its value is NaN, and the other metrics are unaffected. */
  gauge(
    name: string,
    help: string,
    aggregator: "sum" | "max",
    read: () => number | Promise<number>,
  ): void {
    new Gauge({
      name,
      help,
      aggregator,
      registers: [this.#registry],
      async collect() {
        try {
          this.set(await read());
        } catch {
          this.set(Number.NaN);
        }
      },
    });
  }

  /** Adds a gauge with a series for each value of the label that `read` returns. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Promise<readonly (readonly [value: string, amount: number])[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      aggregator: "sum",
      registers: [this.#registry],
      async collect() {
        this.reset();
        const series = await read().catch(() => []);
        for (const [value, amount] of series) this.set({ [label]: value }, amount);
      },
    });
  }

  /**
   * Adds a histogram with a series for each of the label's values. Returns a function that records
   * one measurement: unlike the other metrics, a histogram has nothing to read later.
   */
  histogram<Value extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Value[],
    buckets: readonly number[],
  ): (value: Value, measured: number) => void {
    const histogram = new Histogram({
      name,
      help,
      labelNames: [label],
      buckets: [...buckets],
      registers: [this.#registry],
    });
    for (const value of values) histogram.zero({ [label]: value });
    return (value, measured) => histogram.observe({ [label]: value }, measured);
  }
}
