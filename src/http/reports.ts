import type { FastifyReply } from "fastify";

import type { Ask, Weight } from "../stats/ask.ts";
import { whileConnected } from "./client-gone.ts";
import { Gate } from "./gate.ts";

export interface ReportLimits {
  /** Heavy reports that run at once in this process. */
  readonly heavyMax: number;
  /** How long a report may run. With its wait it stays below the half minute that many clients wait. */
  readonly timeMsMax: number;
  /** For each question; the store's own limits where they are not given. */
  readonly threadsMax?: number | undefined;
  readonly memoryBytesMax?: number | undefined;
}

/** They take a few milliseconds each, so that many are a burst and not a load. */
const lightMax = 16;
const queue = { waitingMax: 100, waitMsMax: 10_000 };

/**
 * Runs reports, so many at once of each weight that the light ones do not wait for the heavy, and
 * collecting for neither. A report ends when its client goes away, and when its time is over.
 */
export class Reports {
  readonly #limits: ReportLimits;
  readonly #gates: Readonly<Record<Weight, Gate>>;

  constructor(limits: ReportLimits) {
    this.#limits = limits;
    this.#gates = {
      heavy: new Gate({ runningMax: limits.heavyMax, ...queue }),
      light: new Gate({ runningMax: lightMax, ...queue }),
    };
  }

  /**
   * `report` asks its questions with `ask`. Its time begins with the turn of its first question and is the same for
   * all of them.
   */
  run<T>(reply: FastifyReply, report: (ask: Ask) => Promise<T>): Promise<T> {
    const { timeMsMax, threadsMax, memoryBytesMax } = this.#limits;
    return whileConnected(reply, (signal) => {
      let deadlineMs: number | undefined;
      return report((weight, question) =>
        this.#gates[weight].run(() => {
          deadlineMs ??= performance.now() + timeMsMax;
          return question({ signal, deadlineMs, threadsMax, memoryBytesMax });
        }, signal),
      );
    });
  }
}
