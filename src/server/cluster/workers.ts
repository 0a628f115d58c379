import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BirpcReturn } from "birpc";
import type { FastifyBaseLogger as Logger } from "fastify";

import { BackOff } from "../../back-off.ts";
import { StartRefused } from "../../errors.ts";
import { newLogId } from "../../log/log-directory.ts";
import type { WebsiteChange } from "../../websites/website-set.ts";
import type { MetricsJson } from "../metric-registry.ts";
import { connectCalls, type PrimaryCalls, type WorkerCalls, type WorkerStart } from "./calls.ts";
import { WorkerMetrics } from "./worker-metrics.ts";

const workerFile = fileURLToPath(new URL("../../worker.js", import.meta.url));
/** A worker that does not answer for so long hangs: it would collect by old settings, and answer nobody. */
const answerTimeoutMs = 5_000;
/** How often each is asked whether it answers. */
const heartbeatEveryMs = 5_000;
/** Longer than a worker's own limits at a stop, shorter than the stop of everything may take. */
const stopTimeoutMs = 8_000;
const metricsTimeoutMs = 2_000;

/** What the workers need of the primary. */
export type WorkerHost = Omit<PrimaryCalls, "begin" | "listening" | "refused"> & {
  /** What a worker begins with. */
  startOf(logId: string): WorkerStart;
  /** A worker is gone; its log may be shipped by another process. */
  leaveLog(logId: string): Promise<void>;
};

interface Member {
  readonly process: Worker;
  readonly calls: BirpcReturn<WorkerCalls, PrimaryCalls>;
}

/**
 * The processes that answer HTTP, on one port. One that dies is replaced.
 *
 * Each call to a worker has a time limit, so nothing waits for one that hangs: it is ended, and replaced. Shipping may take as
 * long as the store is away, so what waits for it has another bound: a heartbeat finds a worker that hangs meanwhile.
 */
export class Workers {
  readonly #logger: Logger;
  readonly #backOff = new BackOff();
  readonly #stopping = new AbortController();
  readonly #members = new Set<Member>();
  readonly #metrics = new WorkerMetrics<Member>();
  /** Settled while no worker is being replaced. */
  #replacement: Promise<unknown> = Promise.resolve();

  constructor(logger: Logger) {
    this.#logger = logger;
    const heartbeat = setInterval(() => {
      void this.#askAll((calls) => calls.ping());
    }, heartbeatEveryMs).unref();
    this.#stopping.signal.addEventListener("abort", () => clearInterval(heartbeat));
    // Workers accept for themselves: what Node hands to one that has just died is never answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: workerFile, args: [], serialization: "advanced" });
  }

  /**
   * Starts so many workers. Resolves with the URL when all of them listen.
   * Throws `StartRefused` when one cannot.
   */
  async start(count: number, host: WorkerHost): Promise<string> {
    const urls = await Promise.all(Array.from({ length: count }, () => this.#fork(host)));
    return urls[0] ?? "";
  }

  /** Resolves when the changes are in force in every worker. */
  async announce(changes: readonly WebsiteChange[]): Promise<void> {
    await this.#askAll((calls) => calls.applyChanges(changes));
  }

  async useStore(url: string | undefined, enginePid?: number): Promise<void> {
    await this.#askAll((calls) => calls.useStore(url, enginePid));
  }

  /** What they and the primary say, in Prometheus' text format. */
  async metrics(primary: MetricsJson): Promise<string> {
    const asks = [...this.#members].map(async (member) => {
      const asked = member.calls.readMetrics().catch(() => undefined);
      // One that does not answer in time is in it as it was when it last did.
      const answer = await Promise.race([
        asked,
        delay(metricsTimeoutMs, undefined, { ref: false }),
      ]);
      if (answer !== undefined) this.#metrics.set(member, answer);
    });
    await Promise.all(asks);
    return this.#metrics.text(primary);
  }

  async limitLogs(bytesMax: number): Promise<void> {
    await this.#askAll((calls) => calls.limitLog(bytesMax));
  }

  /** Resolves when everything that workers have acknowledged is in the store, or in a log that was left. */
  async shipped(): Promise<void> {
    await this.#askAll((calls) => calls.shipped(), Number.POSITIVE_INFINITY);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#replacement;
    const members = [...this.#members];
    await this.#askAll((calls) => calls.stop(), stopTimeoutMs);
    await Promise.all(
      members.map(async ({ process }) => {
        if (process.isDead()) return;
        const gone = once(process, "exit");
        process.disconnect();
        await gone;
      }),
    );
  }

  /** Asks those that have begun. One that dies before it answers counts as answered; one that is late is ended. */
  async #askAll(
    ask: (calls: Member["calls"]) => Promise<unknown>,
    timeoutMs = answerTimeoutMs,
  ): Promise<void> {
    const asks = [...this.#members].map(async (member) => {
      const stopWaiting = inTime(timeoutMs, () => this.#end(member));
      await ask(member.calls).catch(() => {});
      stopWaiting();
    });
    await Promise.all(asks);
  }

  #end({ process }: Member): void {
    this.#logger.error({ worker: process.process.pid }, "a worker does not answer, it is ended");
    process.process.kill("SIGKILL");
  }

  /** Resolves with the URL when the worker listens; from then on it is replaced when it dies. */
  #fork(host: WorkerHost): Promise<string> {
    const logId = newLogId();
    const process = cluster.fork();
    let listensSinceMs: number | undefined;
    return new Promise((resolve, reject) => {
      const calls = connectCalls<WorkerCalls, PrimaryCalls>(process, {
        ...host,
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
        // Before those who wait for it hear of its end: what it held is in the primary's line then.
        await host.leaveLog(logId).catch((error: unknown) => {
          this.#logger.error({ err: error, logId }, "the log of a worker waits for the next start");
        });
        this.#members.delete(member);
        await this.#metrics.leave(member);
        calls.$close();
        reject(new StartRefused(`a worker ended before it listened (${signal ?? code})`));
        if (listensSinceMs === undefined || this.#stopping.signal.aborted) return;
        const how = { worker: process.process.pid, code, signal };
        this.#logger.error(how, "a worker ended, and another one is starting");
        this.#replacement = Promise.all([
          this.#replacement,
          this.#replace(host, Date.now() - listensSinceMs),
        ]);
      });
    });
  }

  async #replace(host: WorkerHost, heldMs: number): Promise<void> {
    const { signal } = this.#stopping;
    for (let sinceMs = heldMs; ; sinceMs = 0) {
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
 * Calls `late` when the time is over, unless what it returns is called before. Waits in two halves: where this
 * process was stopped itself, as in a suspended machine, the first one is over at once, and the answer is there.
 */
function inTime(timeoutMs: number, late: () => void): () => void {
  if (timeoutMs === Number.POSITIVE_INFINITY) return () => {};
  let timer = setTimeout(() => {
    timer = setTimeout(late, timeoutMs / 2);
  }, timeoutMs / 2);
  return () => clearTimeout(timer);
}
