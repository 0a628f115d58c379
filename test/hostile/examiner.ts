import { setTimeout as delay } from "node:timers/promises";

import { type Answer, send } from "./client.ts";
import type { ProbeClient } from "./probe-client.ts";
import type { HostileRequest } from "./wire.ts";

/** Rule: no request blocks the event loop for longer, on a machine that is not slow. */
export const turnMsMax = 50;
/** Rule: a good event is answered within this time, whatever else is sent. */
export const goodMsMax = 500;
const triesMax = 5;
/** After this time, two tries must do. */
const tryingMsMax = 3_000;
/** Enough for the server to answer good events that waited behind the request. */
const settleMs = 30;

export type Rule = "status" | "answer" | "event loop" | "good events";

/** The rule that a request breaks, and how. */
export interface Fault {
  readonly rule: Rule;
  readonly text: string;
}

/** Measures good events: milliseconds that the slowest recent one took. */
export interface GoodEvents {
  takeSlowestMs(): number;
}

interface Trial {
  readonly answer: Answer;
  readonly turnMs: number;
  readonly goodMs: number;
}

/**
 * Sends requests alone: a fault that was seen beside other requests may be their doing. A request
 * has the same effect each time, so the least of several tries counts.
 */
export class Examiner {
  readonly #url: string;
  readonly #probe: Pick<ProbeClient, "worstMs">;
  readonly #good: GoodEvents;
  readonly #slowness: () => number;
  readonly #signal: AbortSignal;

  constructor(parts: {
    url: string;
    probe: Pick<ProbeClient, "worstMs">;
    good: GoodEvents;
    /** Returns how many times longer work takes now than on an idle machine. */
    slowness: () => number;
    signal: AbortSignal;
  }) {
    this.#url = parts.url;
    this.#probe = parts.probe;
    this.#good = parts.good;
    this.#slowness = parts.slowness;
    this.#signal = parts.signal;
  }

  /** Resolves with the rule that the request breaks at each try. */
  async faultOf(request: HostileRequest): Promise<Fault | undefined> {
    let turnMs = Number.POSITIVE_INFINITY;
    let goodMs = Number.POSITIVE_INFINITY;
    const deadline = performance.now() + tryingMsMax;
    for (let tries = 1; tries <= triesMax; tries += 1) {
      const trial = await this.#try(request);
      const fault = faultOfAnswer(trial.answer);
      if (fault !== undefined) return fault;
      turnMs = Math.min(turnMs, trial.turnMs);
      goodMs = Math.min(goodMs, trial.goodMs);
      if (turnMs <= turnMsMax && goodMs <= goodMsMax) return undefined;
      if (tries > 1 && performance.now() > deadline) break;
    }
    if (turnMs > turnMsMax) {
      return { rule: "event loop", text: `blocks the event loop for ${turnMs.toFixed(0)} ms` };
    }
    // On a machine that is busy with something else, good events wait without the request, too, or
    // do not wait at the next try.
    if ((await this.#quietMs()) > goodMsMax / 2) return undefined;
    if ((await this.#try(request)).goodMs <= goodMsMax) return undefined;
    return { rule: "good events", text: `makes good events wait for ${goodMs.toFixed(0)} ms` };
  }

  /** Resolves with whether the request breaks this rule, too. */
  async breaks(request: HostileRequest, rule: Rule): Promise<boolean> {
    return (await this.faultOf(request))?.rule === rule;
  }

  async #try(request: HostileRequest): Promise<Trial> {
    await this.#probe.worstMs();
    this.#good.takeSlowestMs();
    const answer = await send(this.#url, request, this.#signal);
    await delay(settleMs);
    // Bytes that are no request may be read as many requests.
    const requests = Math.max(1, answer.statuses.length);
    const turnMs = (await this.#probe.worstMs()) / requests / this.#slowness();
    return { answer, turnMs, goodMs: this.#good.takeSlowestMs() };
  }

  /** Resolves with the time of the slowest good event while nothing else is sent. */
  async #quietMs(): Promise<number> {
    this.#good.takeSlowestMs();
    await delay(2 * goodMsMax);
    return this.#good.takeSlowestMs();
  }
}

/** Returns the fault of an answer, however fast it came. */
export function faultOfAnswer({ statuses, isMissing, text }: Answer): Fault | undefined {
  const status = statuses.find((one) => one >= 500 && one !== 503);
  if (status !== undefined) {
    const [body] = text.split("\r\n\r\n").slice(-1);
    return { rule: "status", text: `is answered with ${status}: ${body}` };
  }
  if (isMissing) return { rule: "answer", text: "is not answered at all" };
  return undefined;
}
