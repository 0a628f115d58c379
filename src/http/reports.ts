import { finished, type Readable } from "node:stream";
import type { FastifyBaseLogger, FastifyReply } from "fastify";

import { Gate } from "../concurrency-limiter.ts";
import type { Ask, Weight } from "../stats/ask.ts";
import { whileConnected } from "./client-gone.ts";

export interface ReportLimits {
  /** Heavy reports that run at once in this process. */
  readonly heavyMax: number;
  /** How long a report may run. With its wait it stays below the half minute that many clients wait. */
  readonly timeMsMax: number;
  /** Shared by the heavy questions that run when one begins; the store's own limit where it is not given. */
  readonly threadsMax?: number | undefined;
  /** For each question; the store's own limit where it is not given. */
  readonly memoryBytesMax?: number | undefined;
  /** How long an answer may be read while it is sent; without a limit where it is not given. */
  readonly sendMsMax?: number | undefined;
}

/** They take a few milliseconds each, so that many are a burst and not a load. */
const lightMax = 16;
/** Each holds a connection to the store while it is sent, and what is left of it lies on the store's disk. */
const streamsMax = 8;
const queue = { waitingMax: 100, waitMsMax: 10_000 };
/**
 * Of viewers, so many light reports run or wait among those of owners, and so many are sent as CSV. Of heavy ones it is
 * `heavyMax` less one, so that owners have one for themselves, but at least one. Where that is the only one, owners
 * wait for its end, so it has to come before their own wait is over.
 */
const viewersMax = { light: 8, streams: 4, timeMs: 8_000, sendMs: 60_000 };

/**
 * Runs reports, so many at once of each weight that the light ones do not wait for the heavy, and
 * collecting for neither. A report ends when its client goes away, and when its time is over.
 */
export class Reports {
  readonly #limits: ReportLimits;
  readonly #log: FastifyBaseLogger;
  readonly #gates: Readonly<Record<Weight, Gate>>;
  readonly #streams: Gate;
  /** What viewers pass before the gates that they share with owners. */
  readonly #doors: Readonly<Record<Weight, Gate>> | undefined;

  constructor(limits: ReportLimits, log: FastifyBaseLogger, owners?: Reports) {
    this.#limits = limits;
    this.#log = log;
    this.#gates = owners === undefined ? gates(limits.heavyMax, lightMax) : owners.#gates;
    this.#doors = owners && gates(Math.max(1, limits.heavyMax - 1), viewersMax.light);
    const runningMax = owners === undefined ? streamsMax : viewersMax.streams;
    this.#streams = new Gate({ runningMax, ...queue });
  }

  /**
   * Returns the reports of viewers, whom nobody knows: within the limits of these, in less time, and behind all
   * reports of owners that wait. However many viewers ask, an owner waits for one question of theirs at most.
   */
  forViewers(): Reports {
    const { sendMs, timeMs } = viewersMax;
    const { timeMsMax, sendMsMax = sendMs } = this.#limits;
    const limits = { timeMsMax: Math.min(timeMsMax, timeMs), sendMsMax };
    return new Reports({ ...this.#limits, ...limits }, this.#log, this);
  }

  /**
   * `report` asks its questions with `ask`. Its time begins with the turn of its first question and is the same for
   * all of them.
   */
  run<T>(reply: FastifyReply, report: (ask: Ask) => Promise<T>): Promise<T> {
    return whileConnected(reply, (signal) => report(this.askUntil(signal)));
  }

  /**
   * The same for an answer that is read while it is sent: it ends with its client until it has been read, and so many
   * are read at once. Its questions have had their turn by then, so a client that reads slowly keeps no other
   * report waiting; it is cut off when its time is over.
   */
  stream(reply: FastifyReply, report: (ask: Ask) => Promise<Readable>): Promise<Readable> {
    return new Promise((resolve, reject) => {
      const answer = (signal: AbortSignal) =>
        this.#streams.run(async () => {
          const stream = await report(this.askUntil(signal));
          const ended = endOf(stream, signal, this.#limits.sendMsMax);
          resolve(stream);
          const error = await ended;
          if (error === undefined) return;
          this.#log.warn({ err: error, route: reply.routeOptions.url }, "an answer broke off");
        }, signal);
      whileConnected(reply, answer).catch(reject);
    });
  }

  /** Takes turns like a report, until the signal; who asks waits for no client. */
  askUntil(signal: AbortSignal): Ask {
    const { timeMsMax, memoryBytesMax } = this.#limits;
    let deadlineMs: number | undefined;
    return (weight, question) => {
      const ask = () => {
        deadlineMs ??= performance.now() + timeMsMax;
        const threadsMax = this.#threadsOf(weight);
        return question({ signal, deadlineMs, threadsMax, memoryBytesMax });
      };
      const gate = this.#gates[weight];
      if (this.#doors === undefined) return gate.run(ask, signal, "first");
      return this.#doors[weight].run(() => gate.run(ask, signal, "second"), signal);
    };
  }

  /** For one that has just got its turn. */
  #threadsOf(weight: Weight): number | undefined {
    const { threadsMax } = this.#limits;
    if (threadsMax === undefined) return undefined;
    return weight === "light" ? 1 : Math.max(1, Math.floor(threadsMax / this.#gates.heavy.running));
  }
}

function gates(heavy: number, light: number): Record<Weight, Gate> {
  return {
    heavy: new Gate({ runningMax: heavy, ...queue }),
    light: new Gate({ runningMax: light, ...queue }),
  };
}

/** Resolves when the stream has ended: by itself, by the signal, by its time, or by an error, with that. */
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
