import type { FastifyReply } from "fastify";

import type { QueryLimits } from "../store/database.ts";
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

/** `light` answers in a few milliseconds, from few rows; `heavy` reads events. */
export type Weight = "heavy" | "light";

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

  /** `report` asks each of its questions with the limits that it is given. */
  run<T>(
    reply: FastifyReply,
    weight: Weight,
    report: (limits: QueryLimits) => Promise<T>,
  ): Promise<T> {
    const { timeMsMax, threadsMax, memoryBytesMax } = this.#limits;
    return whileConnected(reply, (signal) =>
      this.#gates[weight].run(() => {
        const deadlineMs = performance.now() + timeMsMax;
        return report({ signal, deadlineMs, threadsMax, memoryBytesMax });
      }, signal),
    );
  }
}
