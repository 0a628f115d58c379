import { setTimeout as delay } from "node:timers/promises";

import { type Answer, send } from "./client.ts";
import type { ProbeClient } from "./probe-client.ts";
import type { HostileRequest } from "./wire.ts";

/** Rule: no request blocks the event loop for longer. */
export const turnMsMax = 50;
/** A good event is answered within this time, whatever else is sent. */
export const goodMsMax = 500;
const triesMax = 5;
/** When trying takes long, two tries must do. */
const tryingMsMax = 3_000;
/** Enough for good events that waited behind the request to be answered. */
const settleMs = 60;

export type Rule = "status" | "answer" | "event loop" | "good events";

/** What is wrong with a request. */
export interface Fault {
  readonly rule: Rule;
  readonly text: string;
}

/** Milliseconds that the slowest good event of late took. */
export interface GoodEvents {
  takeSlowestMs(): number;
}

interface Trial {
  readonly answer: Answer;
  readonly turnMs: number;
  readonly goodMs: number;
}

/**
 * Asks requests alone, as what was seen beside others may have been caused by these. What a request causes it
 * causes each time, so of several tries the least counts.
 */
export class Examiner {
  readonly #url: string;
  readonly #probe: Pick<ProbeClient, "worstMs">;
  readonly #good: GoodEvents;
  readonly #signal: AbortSignal;

  constructor(parts: {
    url: string;
    probe: Pick<ProbeClient, "worstMs">;
    good: GoodEvents;
    signal: AbortSignal;
  }) {
    this.#url = parts.url;
    this.#probe = parts.probe;
    this.#good = parts.good;
    this.#signal = parts.signal;
  }

  /** The rule that the request breaks at each try. */
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
    // On a machine that is busy with something else they wait without the request, too, or not at the next try.
    if ((await this.#quietMs()) > goodMsMax / 2) return undefined;
    if ((await this.#try(request)).goodMs <= goodMsMax) return undefined;
    return { rule: "good events", text: `makes good events wait for ${goodMs.toFixed(0)} ms` };
  }

  /** Whether the request breaks this rule, too. */
  async breaks(request: HostileRequest, rule: Rule): Promise<boolean> {
    return (await this.faultOf(request))?.rule === rule;
  }

  async #try(request: HostileRequest): Promise<Trial> {
    await this.#probe.worstMs();
    this.#good.takeSlowestMs();
    const answer = await send(this.#url, request, this.#signal);
    await delay(settleMs);
    // Bytes that are no request at all may be many.
    const requests = Math.max(1, answer.statuses.length);
    const turnMs = (await this.#probe.worstMs()) / requests;
    return { answer, turnMs, goodMs: this.#good.takeSlowestMs() };
  }

  /** Of good events, while nothing else is sent. */
  async #quietMs(): Promise<number> {
    this.#good.takeSlowestMs();
    await delay(2 * goodMsMax);
    return this.#good.takeSlowestMs();
  }
}

/** What is wrong with an answer, however fast it came. */
export function faultOfAnswer({ statuses, isMissing, text }: Answer): Fault | undefined {
  const status = statuses.find((one) => one >= 500 && one !== 503);
  if (status !== undefined) {
    const [body] = text.split("\r\n\r\n").slice(-1);
    return { rule: "status", text: `is answered with ${status}: ${body}` };
  }
  if (isMissing) return { rule: "answer", text: "is not answered at all" };
  return undefined;
}
