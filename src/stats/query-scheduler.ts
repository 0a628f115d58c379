import { finished, type Readable } from "node:stream";
import type { FastifyBaseLogger as Logger } from "fastify";

import { ConcurrencyLimiter } from "../base/async/concurrency-limiter.ts";
import type { QueryLimits } from "../clickhouse/database.ts";

/** A light query reads little and takes milliseconds; a heavy one reads many events. */
export type Weight = "heavy" | "light";

/** Viewers are anonymous, so they get less, and wait behind owners. */
export type Priority = "owner" | "viewer";

/**
 * Says which answers will do: a recent one that was counted for others; an older one that the store
 * proves now; or only one that is counted anew.
 */
export type Freshness = "recent" | "proven" | "anew";

/** The person or the job behind a query, which ends when the signal is aborted. */
export interface QueryCaller {
  readonly signal: AbortSignal;
  readonly priority: Priority;
  /** A recent answer will do if undefined. */
  readonly freshness?: Freshness;
}

/** A limiter, or what takes the place of one. */
type Turns = Pick<ConcurrencyLimiter, "run">;

/** Runs one step of a query when its turn comes, with the limits that the step has to keep. */
export type TakeTurn = <T>(weight: Weight, step: (limits: QueryLimits) => Promise<T>) => Promise<T>;

/** How much the queries of this process may take. */
export interface QueryCapacity {
  /** Heavy queries that run at once. */
  readonly heavyMax: number;
  /** Time of one query. With its wait it stays below the 30 s after which many clients give up. */
  readonly timeMsMax: number;
  /** Threads that the heavy queries share; the store's own limit if undefined. */
  readonly threadsMax?: number | undefined;
  /** Memory of each query; the store's own limit if undefined. */
  readonly memoryBytesMax?: number | undefined;
  /** Time in which a client must have read a CSV; no limit for owners if undefined. */
  readonly sendMsMax?: number | undefined;
  /** Time for which the reader of an export may read nothing; the default if undefined. */
  readonly pauseMsMax?: number | undefined;
  /** Time for which an export waits for the one before; the default if undefined. */
  readonly exportWaitMsMax?: number | undefined;
}

/** How much an export may take. */
export interface ExportLimits {
  /** Returns the limits of a statement that begins now. */
  readonly statement: () => QueryLimits;
  /** Time for which the reader may read nothing. */
  readonly pauseMsMax: number;
}

/** Light queries take a few milliseconds each, so this many are a burst and not a load. */
const lightMax = 16;
/** A CSV download holds a connection to the store, and its unread rest lies on the store's disk. */
const streamsMax = 8;
/** ClickHouse waits for its reader no longer either. */
const pauseMsMax = 30_000;
const queue = { waitingMax: 100, waitMsMax: 10_000 };
/** An export reads and sends all events of its days, which takes as long as its reader does. */
export const exportLimits = { ...queue, runningMax: 1 };
/**
 * Limits for viewers: `light` light queries in the shared queue, `streams` CSV downloads, and
 * `heavyMax - 1` heavy queries, so that one is left to owners, but at least one. If there is only
 * one, owners wait for it to end, so its time limit is shorter than their longest wait.
 */
const viewerMax = { light: 8, streams: 4, timeMs: 8_000, sendMs: 60_000 };

/**
 * Lets queries run: at most a fixed number of each weight at once, so that light queries never wait
 * for heavy ones, and collecting waits for neither. A query ends when its client goes away and when
 * its time is over. Owners go first: however many viewers ask, an owner waits for one of their
 * queries at most.
 */
export class QueryScheduler {
  readonly #capacity: QueryCapacity;
  readonly #logger: Logger;
  readonly #limiters: Readonly<Record<Weight, ConcurrencyLimiter>>;
  /** A viewer's query passes one of these before it waits in the queue that owners share. */
  readonly #viewerLimiters: Readonly<Record<Weight, ConcurrencyLimiter>>;
  readonly #streams: Readonly<Record<Priority, ConcurrencyLimiter>>;
  readonly #exports: Turns;

  /** With `exports`, exports take their turns with those of other schedulers. */
  constructor(capacity: QueryCapacity, logger: Logger, exports?: Turns) {
    const { heavyMax } = capacity;
    this.#capacity = capacity;
    this.#logger = logger;
    this.#limiters = { heavy: limiter(heavyMax), light: limiter(lightMax) };
    this.#viewerLimiters = {
      heavy: limiter(Math.max(1, heavyMax - 1)),
      light: limiter(viewerMax.light),
    };
    this.#streams = { owner: limiter(streamsMax), viewer: limiter(viewerMax.streams) };
    const { exportWaitMsMax: waitMsMax = queue.waitMsMax } = capacity;
    this.#exports = exports ?? new ConcurrencyLimiter({ ...exportLimits, waitMsMax });
  }

  /**
   * Returns the turns of one query. Its time begins with its first turn and is shared by all of
   * them. A turn throws `Problem` OVERLOADED if too many wait, and QUERY_TOO_LONG if no time is
   * left.
   */
  turnsFor({ signal, priority }: QueryCaller): TakeTurn {
    const { memoryBytesMax } = this.#capacity;
    const timeMsMax = this.#timeMsMax(priority);
    let deadlineMs: number | undefined;
    return (weight, step) => {
      const run = () => {
        deadlineMs ??= performance.now() + timeMsMax;
        const threadsMax = this.#threadsOf(weight);
        return step({ signal, deadlineMs, threadsMax, memoryBytesMax });
      };
      const shared = this.#limiters[weight];
      if (priority === "owner") return shared.run(run, signal, "first");
      return this.#viewerLimiters[weight].run(() => shared.run(run, signal, "second"), signal);
    };
  }

  /**
   * Resolves with a stream that `open` returns, and holds a slot for it until it has been read.
   * Its turns are over by then, so a slow reader delays no other query. The stream is destroyed
   * when its client goes away or has not read it in time.
   */
  stream(caller: QueryCaller, open: (takeTurn: TakeTurn) => Promise<Readable>): Promise<Readable> {
    const { signal, priority } = caller;
    const sendMsMax = this.#sendMsMax(priority);
    return this.#send(this.#streams[priority], { signal, sendMsMax }, () =>
      open(this.turnsFor(caller)),
    );
  }

  /**
   * Resolves with the stream of an export that `open` returns, and holds the place of exports until
   * it has been read. Its statements take no turns: each runs on one thread beside all queries, so
   * a slow reader delays none of them.
   */
  export(
    { signal }: QueryCaller,
    open: (limits: ExportLimits) => Promise<Readable>,
  ): Promise<Readable> {
    const { timeMsMax, memoryBytesMax } = this.#capacity;
    const statement = (): QueryLimits => {
      return { signal, deadlineMs: performance.now() + timeMsMax, threadsMax: 1, memoryBytesMax };
    };
    const limits = { statement, pauseMsMax: this.#capacity.pauseMsMax ?? pauseMsMax };
    return this.#send(this.#exports, { signal }, () => open(limits));
  }

  /** Opens a stream when the limiter lets it, and holds its slot until the stream has ended. */
  #send(
    places: Turns,
    {
      signal,
      sendMsMax,
    }: { readonly signal: AbortSignal; readonly sendMsMax?: number | undefined },
    open: () => Promise<Readable>,
  ): Promise<Readable> {
    return new Promise((resolve, reject) => {
      const send = async () => {
        const stream = await open();
        const ended = endOf(stream, signal, sendMsMax);
        resolve(stream);
        const error = await ended;
        if (error !== undefined) this.#logger.warn({ err: error }, "an answer broke off");
      };
      places.run(send, signal).catch(reject);
    });
  }

  #timeMsMax(priority: Priority): number {
    const { timeMsMax } = this.#capacity;
    return priority === "owner" ? timeMsMax : Math.min(timeMsMax, viewerMax.timeMs);
  }

  #sendMsMax(priority: Priority): number | undefined {
    const { sendMsMax } = this.#capacity;
    return priority === "owner" ? sendMsMax : (sendMsMax ?? viewerMax.sendMs);
  }

  /** For a query that has just got its turn. */
  #threadsOf(weight: Weight): number | undefined {
    const { threadsMax } = this.#capacity;
    if (threadsMax === undefined) return undefined;
    if (weight === "light") return 1;
    return Math.max(1, Math.floor(threadsMax / this.#limiters.heavy.runningCount));
  }
}

function limiter(runningMax: number): ConcurrencyLimiter {
  return new ConcurrencyLimiter({ ...queue, runningMax });
}

/**
 * Resolves when the stream has ended: with the error that ended it, or with undefined if it ended
 * by itself, by the signal or by its time.
 */
function endOf(
  stream: Readable,
  signal: AbortSignal,
  timeMsMax: number | undefined,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      stream.destroy(signal.reason);
    };
    // `AbortSignal.timeout` would be collected as garbage where only `AbortSignal.any` knows of it.
    const timer = timeMsMax === undefined ? undefined : setTimeout(giveUp, timeMsMax);
    finished(stream, { writable: false }, (error) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      resolve(error === null || isGivenUp ? undefined : error);
    });
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp);
  });
}
