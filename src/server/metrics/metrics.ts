import { monitorEventLoopDelay } from "node:perf_hooks";
import { errorCodes, type Refusals } from "../../base/errors.ts";
import type { Database } from "../../clickhouse/database.ts";
import { type RequestKind, requestKinds, timed } from "../../clickhouse/timed.ts";
import type { CollectedCounts } from "../../collect/collector.ts";
import { tables } from "../../log/record.ts";
import {
  addBacklogs,
  type Backlog,
  noBacklog,
  type ShippingCounts,
  type ShippingSource,
  sumOfCounts,
} from "../../log/shipping-source.ts";
import { dropReasons } from "../../model/drop-reason.ts";
import type { ChannelName } from "../../notifications/deliveries/attempts.ts";
import type { DeliveryCounts } from "../../notifications/deliveries/deliverer.ts";
import type { RollupCounts } from "../../rollups/rollup-worker.ts";
import { MetricRegistry, type MetricsJson } from "./metric-registry.ts";

/** The part that counts events, as far as metrics read it. */
export interface CollectingCounts {
  readonly counts: CollectedCounts;
}

/** The counts of roll-ups. */
export interface RollupStatus {
  readonly closedDays: { readonly waiting: number; readonly counts: RollupCounts };
  readonly openDays: { readonly counts: RollupCounts };
}

/** The store of a shard, as far as metrics read it. */
export interface WatchedStore {
  readonly name: string;
  /** Undefined while the store is unavailable. */
  url(): string | undefined;
}

/** A part that delivers messages, as far as metrics read it. */
interface DeliverySource {
  readonly counts: DeliveryCounts;
}

const storeSecondsBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Each look wakes the process. Looks every 10 ms would take 0.4 % of a core. */
const lagResolutionMs = 100;

/**
 * The Prometheus metrics of this process. docs/operating.md has a line for each metric.
 *
 * - The program counts in plain numbers, which become metrics when they are read: counting costs an
 *   event next to nothing.
 * - A label is a word from one of our own tables. So the number of series is fixed, and no series
 *   names a website, an address or an agent.
 * - `AggregatorRegistry.aggregate` combines the JSON of several processes: it adds up counts, bytes
 *   and memory, and takes the largest age and lag.
 */
export class Metrics {
  readonly refusals = Object.fromEntries(errorCodes.map((code) => [code, 0])) as Refusals;
  readonly #registry = new MetricRegistry();
  readonly #lag = monitorEventLoopDelay({ resolution: lagResolutionMs });
  readonly observeStore: (kind: RequestKind, seconds: number) => void;
  readonly #collecting: CollectingCounts[] = [];
  readonly #shipping: { readonly shard: string; readonly source: ShippingSource }[] = [];
  readonly #stores: WatchedStore[] = [];
  readonly #rollups: RollupStatus[] = [];
  readonly #delivering: { channel: ChannelName; source: DeliverySource }[] = [];

  constructor() {
    this.#lag.enable();
    this.observeStore = this.#registry.histogram(
      "footfall_store_request_seconds",
      "Time until ClickHouse answered, or failed to",
      "kind",
      requestKinds,
      storeSecondsBuckets,
    );
    this.#registry.counters(
      "footfall_requests_refused_total",
      "Answers with an error, by its code",
      "code",
      errorCodes,
      (code) => this.refusals[code],
    );
    this.#addCollecting();
    this.#addLog();
    this.#addShipping();
    this.#addRollups();
    this.#addDeliveries();
    this.#addProcess();
  }

  /** Returns the same store, which also measures how long each request takes. */
  timed(db: Database): Database {
    return timed(db, this.observeStore);
  }

  watchCollecting(source: CollectingCounts): void {
    this.#collecting.push(source);
  }

  /** Adds what ships events to the shard of this name. */
  watchShipping(shard: string, source: ShippingSource): void {
    this.#shipping.push({ shard, source });
  }

  watchStores(stores: readonly WatchedStore[]): void {
    this.#stores.push(...stores);
  }

  watchRollups(source: RollupStatus): void {
    this.#rollups.push(source);
  }

  watchDeliveries(channel: ChannelName, source: DeliverySource): void {
    this.#delivering.push({ channel, source });
  }

  /** Resolves with the metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.text();
  }

  json(): Promise<MetricsJson> {
    return this.#registry.json();
  }

  stop(): void {
    this.#lag.disable();
  }

  #addCollecting(): void {
    const sum = (count: (counts: CollectedCounts) => number) =>
      this.#collecting.reduce((total, { counts }) => total + count(counts), 0);
    this.#registry.counter(
      "footfall_events_accepted_total",
      "Events that were answered as accepted",
      () => sum((counts) => counts.accepted),
    );
    this.#registry.counters(
      "footfall_events_dropped_total",
      "Events that were answered as dropped, by reason",
      "reason",
      dropReasons,
      (reason) => sum((counts) => counts.dropped[reason]),
    );
  }

  #addLog(): void {
    // The bytes and the age in one answer come from the same reading of the files.
    let reading: Promise<ReadonlyMap<string, Backlog>> | undefined;
    const backlogs = () => {
      reading ??= this.#backlogs().finally(() => {
        reading = undefined;
      });
      return reading;
    };
    const backlog = async () => addBacklogs([...(await backlogs()).values()]);
    this.#registry.gauge(
      "footfall_event_log_bytes",
      "Bytes on disk that the store has not confirmed",
      "sum",
      async () => (await backlog()).bytes,
    );
    this.#registry.gauge(
      "footfall_event_log_age_seconds",
      "Age of the oldest record that the store has not confirmed; 0 without one",
      "max",
      async () => {
        const { oldestMs } = await backlog();
        return oldestMs === undefined ? 0 : Math.max(0, Date.now() - oldestMs) / 1000;
      },
    );
    this.#registry.gauges(
      "footfall_shard_log_bytes",
      "Bytes on disk that the shard's ClickHouse has not confirmed",
      "shard",
      async () => [...(await backlogs())].map(([name, { bytes }]) => [name, bytes]),
    );
    this.#registry.gauges(
      "footfall_shard_up",
      "1 while the shard's ClickHouse answers, otherwise 0",
      "shard",
      async () => this.#stores.map((store) => [store.name, store.url() === undefined ? 0 : 1]),
    );
    this.#registry.counter(
      "footfall_event_log_damages_total",
      "Places where a log was damaged, and logs that were quarantined whole",
      () => this.#shippingCounts().damages,
    );
  }

  async #backlogs(): Promise<ReadonlyMap<string, Backlog>> {
    const byShard = new Map<string, Backlog>();
    for (const { shard, source } of this.#shipping) {
      const backlog = await source.backlog();
      byShard.set(shard, addBacklogs([byShard.get(shard) ?? noBacklog, backlog]));
    }
    return byShard;
  }

  #addShipping(): void {
    this.#registry.counters(
      "footfall_batches_shipped_total",
      "Batches of the log that the store confirmed, by table",
      "table",
      tables,
      (table) => this.#shippingCounts().batches[table],
    );
    this.#registry.counters(
      "footfall_rows_shipped_total",
      "Rows of these batches, by table",
      "table",
      tables,
      (table) => this.#shippingCounts().rows[table],
    );
    this.#registry.counter(
      "footfall_batch_retries_total",
      "Attempts to ship a batch after one that failed",
      () => this.#shippingCounts().retries,
    );
    this.#registry.counter(
      "footfall_batches_quarantined_total",
      "Batches that the store refused for good, in quarantine/",
      () => this.#shippingCounts().rejected,
    );
  }

  #addRollups(): void {
    const sum = (read: (source: RollupStatus) => number) =>
      this.#rollups.reduce((total, source) => total + read(source), 0);
    const counter = (name: string, help: string, read: (source: RollupStatus) => number) =>
      this.#registry.counter(name, help, () => sum(read));
    this.#registry.gauge(
      "footfall_rollups_waiting",
      "Closed website days that waited for a roll-up when that was last read, each minute",
      "sum",
      () => sum(({ closedDays }) => closedDays.waiting),
    );
    const closed = (key: keyof RollupCounts) => (source: RollupStatus) =>
      source.closedDays.counts[key];
    const open = (key: keyof RollupCounts) => (source: RollupStatus) => source.openDays.counts[key];
    counter(
      "footfall_rollups_written_total",
      "Closed website days that were rolled up, each time they were",
      closed("days"),
    );
    counter(
      "footfall_rollup_failures_total",
      "Roll-ups of closed days that failed",
      closed("failures"),
    );
    counter("footfall_rollup_seconds_total", "Time that these roll-ups took", closed("seconds"));
    counter(
      "footfall_open_day_rollup_increments_total",
      "Increments of open-day roll-ups",
      open("days"),
    );
    counter("footfall_open_day_rollup_failures_total", "Increments that failed", open("failures"));
    counter(
      "footfall_open_day_rollup_seconds_total",
      "Time that these increments took",
      open("seconds"),
    );
  }

  #addDeliveries(): void {
    const counter = (channel: ChannelName, key: keyof DeliveryCounts, help: string) =>
      this.#registry.counter(`footfall_${channel}_${key}_total`, help, () =>
        this.#delivering
          .filter((each) => each.channel === channel)
          .reduce((total, { source: { counts } }) => total + counts[key], 0),
      );
    counter("mail", "sent", "Mails of reports and alerts that the mail server took");
    counter("mail", "failed", "Attempts at such a mail that failed");
    counter("webhook", "sent", "Messages that the receivers of webhooks took");
    counter("webhook", "failed", "Attempts at such a message that failed");
  }

  #shippingCounts(): ShippingCounts {
    return sumOfCounts(this.#shipping.map(({ source }) => source.counts));
  }

  #addProcess(): void {
    this.#registry.gauge(
      "footfall_event_loop_lag_seconds",
      "Longest time that the event loop was late since the last reading",
      "max",
      () => {
        const lateMs = Math.max(0, this.#lag.max / 1e6 - lagResolutionMs);
        this.#lag.reset();
        return lateMs / 1000;
      },
    );
    this.#registry.gauge(
      "process_resident_memory_bytes",
      "Memory of the Node processes, without the embedded ClickHouse",
      "sum",
      () => process.memoryUsage.rss(),
    );
    this.#registry.counter(
      "process_cpu_seconds_total",
      "Processor time of the Node processes, without the embedded ClickHouse",
      () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    );
  }
}
