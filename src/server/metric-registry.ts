import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** What `AggregatorRegistry.aggregate` puts together. */
export type MetricsJson = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** Metrics whose values are read when somebody asks for them. */
export class MetricRegistry {
  readonly #registry = new Registry();

  /** In Prometheus' text format. */
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

  /** One for each of the label's values. */
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

  /** A reading that fails is no number (NaN), and spoils no other one. */
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

  /** One for each of the label's values; this alone is told its values as they come. */
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
