import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

import { send } from "./client.ts";
import type { Draw } from "./draws.ts";
import { type Examiner, faultOfAnswer, type GoodEvents, goodMsMax, turnMsMax } from "./examiner.ts";
import { InFlight } from "./in-flight.ts";
import type { ProbeClient } from "./probe-client.ts";
import { describeRequest, type HostileRequest } from "./wire.ts";

const senders = 8;
const slowSenders = 20;
const lookEveryMs = 20;
/** A request that ends the server was sent within this time before the end. */
const lastMs = 500;
/**
 * The greatest share of the time that examinations may take. On a machine that is busy with
 * something else, everything is suspicious; a real fault comes again.
 */
const examiningShareMax = 0.25;
/** Requests of one kind that are examined and reported. */
const examinedMax = 6;
const violationsOfKindMax = 1;
const violationsMax = 12;

export interface AttackOptions {
  readonly url: string;
  readonly probe: Pick<ProbeClient, "onTurn" | "onEnd">;
  readonly good: GoodEvents & { onSlow(listener: (startMs: number, endMs: number) => void): void };
  readonly examiner: Pick<Examiner, "faultOf" | "breaks">;
  /** Time for the search for a violation's shortest request. */
  readonly shortenMs: number;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Sends requests, some at a time. Examines those that were in flight when something went wrong. */
export class Attack {
  /** The number of answers by operation and status. */
  readonly answers = new Map<string, Map<string, number>>();
  readonly violations: string[] = [];
  longestTurnMs = 0;
  /** Requests sent so far, without the slow ones. */
  sent = 0;
  /** Whether the server's process ended by itself. */
  hasEnded = false;
  readonly #options: AttackOptions;
  readonly #inFlight = new InFlight<Draw>();
  readonly #examined = new Map<string, number>();
  readonly #reported = new Map<string, number>();
  readonly #suspects: Draw[] = [];
  #isPaused = false;
  #underWay = 0;
  #examiningMs = 0;

  constructor(options: AttackOptions) {
    this.#options = options;
    options.probe.onTurn(({ busyMs, endMs }) => {
      this.longestTurnMs = Math.max(this.longestTurnMs, busyMs);
      if (busyMs > turnMsMax) this.#suspect(endMs - busyMs, endMs);
    });
    options.probe.onEnd(() => this.#noteEnd());
    options.good.onSlow((startMs, endMs) => this.#suspect(startMs, endMs));
  }

  /** Sends one request alone, and more than once if something seems to be wrong with it. */
  async ask(draw: Draw): Promise<void> {
    if (this.hasEnded) return;
    this.sent += 1;
    const landed = this.#inFlight.begin(draw);
    try {
      await this.#examine(draw);
    } catch (error) {
      if (!this.hasEnded) throw error;
    } finally {
      landed();
    }
  }

  /** Sends requests, and slow ones beside them, until `isOver` returns true. */
  async run(draws: Iterator<Draw>, slow: Iterator<Draw>, isOver: () => boolean): Promise<void> {
    const isEnded = () => isOver() || this.hasEnded || this.violations.length >= violationsMax;
    const all = [
      ...Array.from({ length: senders }, () => this.#sendAll(draws, isEnded)),
      this.#examineSuspects(isEnded),
    ];
    const ended = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, ended.signal]);
    setMaxListeners(0, signal);
    const slowOnes = Array.from({ length: slowSenders }, () => this.#sendSlow(slow, signal));
    await Promise.all(all);
    ended.abort();
    await Promise.all(slowOnes);
  }

  async #sendAll(draws: Iterator<Draw>, isOver: () => boolean): Promise<void> {
    const { url, signal } = this.#options;
    while (!isOver()) {
      if (this.#isPaused) {
        await delay(lookEveryMs, undefined, { signal });
        continue;
      }
      const draw = draws.next().value as Draw;
      const landed = this.#inFlight.begin(draw);
      this.sent += 1;
      this.#underWay += 1;
      const answer = await send(url, draw.request, signal);
      this.#underWay -= 1;
      landed();
      this.#count(draw.request, answer.statuses);
      if (faultOfAnswer(answer) !== undefined) this.#suspects.push(draw);
    }
  }

  /** Slow requests continue while others are examined. The end of the run cuts them off. */
  async #sendSlow(draws: Iterator<Draw>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const draw = draws.next().value as Draw;
      const landed = this.#inFlight.begin(draw);
      const { statuses } = await send(this.#options.url, draw.request, signal);
      landed();
      this.#count(draw.request, statuses);
    }
  }

  async #examineSuspects(isOver: () => boolean): Promise<void> {
    const { signal } = this.#options;
    const begunMs = performance.now();
    const isTimeFor = () => this.#examiningMs <= (performance.now() - begunMs) * examiningShareMax;
    while (!isOver()) {
      const suspects = new Set(this.#suspects.splice(0));
      if (suspects.size > 0 && isTimeFor()) await this.#askAlone(suspects);
      else await delay(lookEveryMs, undefined, { signal });
    }
  }

  async #askAlone(suspects: ReadonlySet<Draw>): Promise<void> {
    const { signal } = this.#options;
    const isIdle = () => this.#underWay === 0;
    const begunMs = performance.now();
    this.#isPaused = true;
    while (!isIdle()) await delay(lookEveryMs, undefined, { signal });
    for (const suspect of suspects) if (this.#isWorthIt(suspect)) await this.ask(suspect);
    this.#isPaused = false;
    this.#examiningMs += performance.now() - begunMs;
  }

  /**
   * Reports all requests in flight. A retry cannot show which of them ended the server: it would
   * end it again.
   */
  #noteEnd(): void {
    this.hasEnded = true;
    const now = Date.now();
    const underWay = this.#inFlight.during(now - lastMs, now);
    this.violations.push(`the server ended; ${underWay.length} requests were under way`);
    for (const { request } of underWay) {
      this.#options.report(`Under way when the server ended:\n${describeRequest(request)}\n`);
    }
  }

  #suspect(startMs: number, endMs: number): void {
    if (this.#isPaused) return;
    this.#suspects.push(...this.#inFlight.during(startMs, endMs));
  }

  #isWorthIt({ request: { kind, slow } }: Draw): boolean {
    return slow === undefined && (this.#examined.get(kind) ?? 0) < examinedMax;
  }

  async #examine(draw: Draw): Promise<void> {
    const { examiner, shortenMs, report } = this.#options;
    const { kind } = draw.request;
    this.#examined.set(kind, (this.#examined.get(kind) ?? 0) + 1);
    const fault = await examiner.faultOf(draw.request);
    if (fault === undefined) return;
    const name = `${kind}: ${fault.rule}`;
    const reported = this.#reported.get(name) ?? 0;
    this.#reported.set(name, reported + 1);
    if (reported >= violationsOfKindMax) return;
    this.violations.push(`${kind}: ${fault.text}`);
    report(`WRONG: ${kind}: ${fault.text}`);
    const isBad = (request: HostileRequest) => examiner.breaks(request, fault.rule);
    const shortest = await draw.shorten(isBad, shortenMs);
    report(`The shortest such request that was found:\n${describeRequest(shortest)}\n`);
  }

  #count({ kind }: HostileRequest, statuses: readonly number[]): void {
    const operation = kind.split(",")[0] ?? kind;
    const counts = this.answers.get(operation) ?? new Map<string, number>();
    this.answers.set(operation, counts);
    for (const status of statuses.length === 0 ? ["none"] : statuses.map(String)) {
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
}

/**
 * Records the time that good events take: the slowest since the last call of `takeSlowestMs`. Calls
 * a listener for each that took too long.
 */
export class SlowGoodEvents implements GoodEvents {
  slowestMs = 0;
  #recentMs = 0;
  #onSlow: (startMs: number, endMs: number) => void = () => {};

  take(tookMs: number): void {
    this.slowestMs = Math.max(this.slowestMs, tookMs);
    this.#recentMs = Math.max(this.#recentMs, tookMs);
    if (tookMs > goodMsMax) this.#onSlow(Date.now() - tookMs, Date.now());
  }

  takeSlowestMs(): number {
    const slowestMs = this.#recentMs;
    this.#recentMs = 0;
    return slowestMs;
  }

  onSlow(listener: (startMs: number, endMs: number) => void): void {
    this.#onSlow = listener;
  }
}
