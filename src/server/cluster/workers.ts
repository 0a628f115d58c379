import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { BirpcReturn } from "birpc";
import type { FastifyBaseLogger as Logger } from "fastify";
import { BackOff } from "../../base/async/back-off.ts";
import { withTimeLimit } from "../../base/async/time-limit.ts";
import { StartRefused } from "../../base/errors.ts";
import { packageFile } from "../../base/package-file.ts";
import { type OperatorCount, sumOfReads } from "../../collect/recent-reads.ts";
import { newLogId } from "../../log/log-directory.ts";
import { catchUpMsMax } from "../../log/shipper.ts";
import type { WebsiteChange } from "../../websites/website-set.ts";
import type { MetricsJson } from "../metrics/metric-registry.ts";
import { WorkerMetrics } from "../metrics/worker-metrics.ts";
import type { StopTimes } from "../parts/stop-times.ts";
import {
  connectCalls,
  type PrimaryCalls,
  type StoreAddress,
  type WorkerCalls,
  type WorkerStart,
} from "./calls.ts";
import { turnsOfWorker } from "./shared-turns.ts";

const workerFile = packageFile("dist/worker.js");
/**
 * A worker that does not answer for this long hangs. It would collect by old settings, and leave
 * its requests without an answer.
 */
const answerTimeoutMs = 5_000;
/** The interval at which the primary asks each worker for a sign of life. */
const heartbeatEveryMs = 5_000;
const metricsTimeoutMs = 2_000;

/** The calls and the data that the primary offers to workers. */
export type WorkerHost = Omit<PrimaryCalls, "begin" | "listening" | "refused"> & {
  /** Returns the data that the worker with these event logs starts with. */
  startOf(logId: string): WorkerStart;
  /** Takes over the event logs of a worker that has ended, so that another process ships them. */
  leaveLogs(logId: string): Promise<void>;
};

interface Member {
  readonly process: Worker;
  readonly calls: BirpcReturn<WorkerCalls, PrimaryCalls>;
}

/**
 * The processes that answer HTTP, on one port. A worker that ends is replaced.
 *
 * Each call to a worker has a time limit, so that a hung worker holds nothing up: it is killed, and
 * replaced. Shipping may take as long as the store is unavailable, so the call that waits for it
 * has no time limit. A heartbeat finds a worker that hangs meanwhile.
 */
export class Workers {
  readonly #logger: Logger;
  /** Longer than a worker's own limits at a stop. */
  readonly #stopTimeoutMs: number;
  readonly #backOff = new BackOff();
  readonly #stopping = new AbortController();
  readonly #members = new Set<Member>();
  readonly #metrics = new WorkerMetrics<Member>();
  /** Pending while a worker is being replaced. */
  #replacement: Promise<unknown> = Promise.resolve();

  constructor(logger: Logger, { workerMs }: Pick<StopTimes, "workerMs">) {
    this.#logger = logger;
    this.#stopTimeoutMs = workerMs;
    const heartbeat = setInterval(() => {
      void this.#askAll((calls) => calls.ping());
    }, heartbeatEveryMs).unref();
    this.#stopping.signal.addEventListener("abort", () => clearInterval(heartbeat));
    // Workers accept connections themselves: a connection that Node handed to a worker which has
    // just died would never be answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: workerFile, args: [], serialization: "advanced" });
  }

  /**
   * Starts this many workers. Resolves with the URL when all of them listen. Throws `StartRefused`
   * if one of them cannot start.
   */
  async start(count: number, host: WorkerHost): Promise<string> {
    const urls = await Promise.all(Array.from({ length: count }, () => this.#fork(host)));
    return urls[0] ?? "";
  }

  /** Resolves when the changes are in force in every worker. */
  async announce(changes: readonly WebsiteChange[]): Promise<void> {
    await this.#askAll((calls) => calls.applyChanges(changes));
  }

  /** Resolves when every worker has read the changes of keys, people and sessions. */
  async readAccess(): Promise<void> {
    await this.#askAll((calls) => calls.readAccess());
  }

  async useStore(store: StoreAddress): Promise<void> {
    await this.#askAll((calls) => calls.useStore(store));
  }

  /**
   * Resolves with the metrics of the workers and the primary, in Prometheus' text format. A worker
   * that does not answer in time is represented by its previous metrics.
   */
  async metrics(primary: MetricsJson): Promise<string> {
    const asks = [...this.#members].map(async (member) => {
      const metrics = member.calls.readMetrics().catch(() => undefined);
      const timeout = delay(metricsTimeoutMs, undefined, { ref: false });
      const answer = await Promise.race([metrics, timeout]);
      if (answer !== undefined) this.#metrics.set(member, answer);
    });
    await Promise.all(asks);
    return this.#metrics.text(primary);
  }

  async limitLogs(bytesMax: readonly number[]): Promise<void> {
    await this.#askAll((calls) => calls.limitLogs(bytesMax));
  }

  /**
   * Resolves when every event that workers acknowledged is in the store or in an orphaned log:
   * those for one store, or all of them.
   */
  async shipped(store?: string): Promise<void> {
    await this.#askAll((calls) => calls.shipped(store), Number.POSITIVE_INFINITY);
  }

  /** As `shipped`, and no worker's log has the events any more. */
  async forgotten(store: string): Promise<void> {
    await this.#askAll((calls) => calls.forgotten(store), Number.POSITIVE_INFINITY);
  }

  /**
   * Resolves when every worker has caught up, see `Listener`, but after a second in any case: a
   * hung worker must not hold queries up.
   */
  async catchUp(): Promise<void> {
    const asks = [...this.#members].map(({ calls }) => calls.catchUp().catch(() => {}));
    await withTimeLimit(Promise.all(asks), catchUpMsMax);
  }

  /** Resolves when every worker has saved its names, but after a second at most. */
  async saveNames(): Promise<void> {
    const asks = [...this.#members].map(({ calls }) => calls.saveNames().catch(() => {}));
    await withTimeLimit(Promise.all(asks), catchUpMsMax);
  }

  /** Resolves with the reads of the last minutes, but after a second at most. */
  async recentReads(websiteId: number): Promise<OperatorCount[]> {
    const counts: OperatorCount[] = [];
    const asks = [...this.#members].map(async ({ calls }) => {
      counts.push(...(await calls.recentReads(websiteId).catch(() => [])));
    });
    await withTimeLimit(Promise.all(asks), catchUpMsMax);
    return sumOfReads(counts);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#replacement;
    const members = [...this.#members];
    await this.#askAll((calls) => calls.stop(), this.#stopTimeoutMs);
    await Promise.all(
      members.map(async ({ process }) => {
        if (process.isDead()) return;
        const gone = once(process, "exit");
        process.disconnect();
        await gone;
      }),
    );
  }

  /**
   * Calls every worker that has begun, and resolves when all have answered. The call to a worker
   * that dies counts as answered. A worker that is late is killed.
   */
  async #askAll(
    ask: (calls: Member["calls"]) => Promise<unknown>,
    timeoutMs = answerTimeoutMs,
  ): Promise<void> {
    const asks = [...this.#members].map(async (member) => {
      const stopWaiting = startTimeout(timeoutMs, () => this.#end(member));
      await ask(member.calls).catch(() => {});
      stopWaiting();
    });
    await Promise.all(asks);
  }

  #end({ process }: Member): void {
    this.#logger.error({ worker: process.process.pid }, "a worker does not answer and is killed");
    process.process.kill("SIGKILL");
  }

  /**
   * Starts a worker. Resolves with the URL when it listens; from then on it is replaced when it
   * ends. Throws `StartRefused` if it ends before, or cannot start.
   */
  #fork(host: WorkerHost): Promise<string> {
    const logId = newLogId();
    const process = cluster.fork();
    const turns = turnsOfWorker(host);
    let listensSinceMs: number | undefined;
    return new Promise((resolve, reject) => {
      const calls = connectCalls<WorkerCalls, PrimaryCalls>(process, {
        ...host,
        takeTurn: turns.takeTurn,
        leaveTurn: turns.leaveTurn,
        begin: () => {
          this.#members.add(member);
          return host.startOf(logId);
        },
        listening: (url) => {
          listensSinceMs = Date.now();
          resolve(url);
        },
        refused: (reason) => reject(new StartRefused(reason)),
      });
      const member = { process, calls };
      process.once("exit", async (code, signal) => {
        turns.leaveAll();
        // The primary takes the log over before the pending calls end, because `shipped` waits for
        // the workers first and for the orphaned logs after them.
        await host.leaveLogs(logId).catch((error: unknown) => {
          this.#logger.error(
            { err: error, logId },
            "the event logs of a worker wait for the next start",
          );
        });
        this.#members.delete(member);
        await this.#metrics.leave(member);
        calls.$close();
        reject(new StartRefused(`a worker ended before it listened (${signal ?? code})`));
        if (listensSinceMs === undefined || this.#stopping.signal.aborted) return;
        const end = { worker: process.process.pid, code, signal };
        this.#logger.error(end, "a worker ended and is replaced");
        this.#replacement = Promise.all([
          this.#replacement,
          this.#replace(host, Date.now() - listensSinceMs),
        ]);
      });
    });
  }

  /** Starts workers, with a back-off, until one listens or the stop begins. */
  async #replace(host: WorkerHost, listenedMs: number): Promise<void> {
    const { signal } = this.#stopping;
    for (let sinceMs = listenedMs; ; sinceMs = 0) {
      await delay(this.#backOff.next(sinceMs), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#fork(host);
        return;
      } catch (error) {
        this.#logger.error({ err: error }, "a worker did not start");
      }
    }
  }
}

/**
 * Calls `late` when the time is over. Returns a function that cancels the call.
 *
 * It waits in two halves. If this process was itself suspended, with its machine for example, the
 * first half is over as soon as it continues. The second half leaves time to read the answer, which
 * may have arrived long ago.
 */
function startTimeout(timeoutMs: number, late: () => void): () => void {
  if (timeoutMs === Number.POSITIVE_INFINITY) return () => {};
  let timer = setTimeout(() => {
    timer = setTimeout(late, timeoutMs / 2);
  }, timeoutMs / 2);
  return () => clearTimeout(timer);
}
