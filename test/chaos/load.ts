import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import type { Ledger, Range } from "./ledger.ts";
import { type Answer, post } from "./post.ts";
import { apiKey } from "./target.ts";
import { pagePrefix } from "./website.ts";

const visitors = 5_000;
const userAgents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
];
const languages = ["de", "en", "fr", "ja"];

const singleSenders = 16;
const bulkSenders = 2;
const keyedSenders = 3;
const bulkEventsMax = 60;
const floodEvents = 1_000;
const retryPauseMs = 50;
const impatientShare = 0.2;
const patienceMsMax = 30;
const repeatedShare = 0.2;
/** Age that puts some events of a bulk request into another month. */
const earlierMs = 40 * 24 * 60 * 60 * 1000;

/** A place to send requests to. */
export interface Address {
  url(): Promise<string>;
}

export interface LoadOptions {
  readonly target: Address;
  readonly ledger: Ledger;
  /** The websites that get the requests, in turn. */
  readonly websites: readonly { readonly id: number; readonly domain: string }[];
  readonly random: () => number;
  /** Single events per second. */
  readonly rate: number;
  /** The longest time that a sender of bulk events waits before the next request. */
  readonly bulkPauseMsMax: number;
  /** Answers of a proxy for a target that is gone, which leave open what happened. */
  readonly excusedStatuses?: readonly number[];
  readonly signal: AbortSignal;
}

/**
 * Sends events, each with an id of its own as its page.
 *
 * - Single events and bulk requests without a key are sent once. So if one of them is counted
 *   twice, the sender is not the cause.
 * - A bulk request with a key is sent until it is answered. For some of them the sender hangs up
 *   early and sends again at once, and some are sent once more after the answer.
 */
export class Load {
  /** The number of times that each answer came. */
  readonly answers = new Map<string, number>();
  /** Answers that no fault excuses. */
  readonly wrongAnswers: string[] = [];
  readonly #options: LoadOptions;
  readonly #agent = new Agent({ keepAlive: true });
  #senders: Promise<unknown> | undefined;
  #isStopping = false;
  #isFlooding = false;
  #onAcknowledged: (tookMs: number) => void = () => {};

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** The number of times that the log was full. */
  get refusals(): number {
    return this.answers.get("503 LOG_FULL") ?? 0;
  }

  /** Calls `listener` after each acknowledged single event, with the time that the answer took. */
  onAcknowledged(listener: (tookMs: number) => void): void {
    this.#onAcknowledged = listener;
  }

  start(): void {
    const times = (count: number, send: () => Promise<void>) =>
      Array.from({ length: count }, () => this.#untilAborted(send));
    this.#senders = Promise.all([
      ...times(singleSenders, () => this.#sendSingles()),
      ...times(bulkSenders, () => this.#sendBulks()),
      ...times(keyedSenders, () => this.#sendKeyed()),
    ]);
    this.#senders.catch(() => {});
  }

  /** Sends as much as it can while `task` runs. */
  async flood(task: () => Promise<void>): Promise<void> {
    this.#isFlooding = true;
    try {
      await task();
    } finally {
      this.#isFlooding = false;
    }
  }

  /** Resolves when each request is answered, or given up because it must not be sent again. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#senders;
    this.#agent.destroy();
  }

  async #untilAborted(send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (!this.#options.signal.aborted) throw error;
    }
  }

  async #sendSingles(): Promise<void> {
    const { target, ledger, rate } = this.#options;
    const intervalMs = (singleSenders * 1000) / rate;
    let dueMs = Date.now() + this.#random(intervalMs);
    while (!this.#isStopping) {
      dueMs = Math.max(dueMs + intervalMs, Date.now());
      await this.#pause(dueMs - Date.now());
      const url = await target.url();
      const range = ledger.send(1);
      const sentMs = performance.now();
      const status = await this.sendOne(range, url, this.#websiteOf(range));
      if (status === 202) this.#onAcknowledged(performance.now() - sentMs);
    }
  }

  /** Sends a single event. Resolves with the status of the answer, if there is one. */
  async sendOne(
    range: Range,
    base: string,
    { domain }: { readonly domain: string },
  ): Promise<number | undefined> {
    const { ip, user_agent, ...event } = eventOf(range.first, domain);
    const headers = {
      "content-type": "application/json",
      "user-agent": user_agent,
      "x-forwarded-for": ip,
    };
    const body = JSON.stringify({ domain, ...event });
    const url = `${base}/api/event`;
    const answer = await post({ agent: this.#agent, url, headers, body });
    this.#settle(range, answer);
    return answer?.status;
  }

  async #sendBulks(): Promise<void> {
    const { ledger, bulkPauseMsMax } = this.#options;
    while (!this.#isStopping) {
      if (!this.#isFlooding) await this.#pause(this.#random(bulkPauseMsMax));
      const range = ledger.send(this.#isFlooding ? floodEvents : this.#bulkSize());
      const body = bulkOf(range, this.#websiteOf(range), this.#isFlooding ? 0 : earlierMs);
      this.#settle(range, await this.#postBulk(range, body, {}));
    }
  }

  async #sendKeyed(): Promise<void> {
    const { ledger, bulkPauseMsMax } = this.#options;
    while (!this.#isStopping) {
      await this.#pause(this.#random(bulkPauseMsMax));
      const range = ledger.send(this.#bulkSize());
      const body = bulkOf(range, this.#websiteOf(range), earlierMs);
      const key = { "idempotency-key": randomUUID() };
      for (;;) {
        const isImpatient = this.#random(1) < impatientShare;
        const patienceMs = isImpatient ? this.#random(patienceMsMax) : undefined;
        const answer = await this.#postBulk(range, body, key, patienceMs);
        this.#note(range, answer);
        if (answer?.status === 202) break;
        if (!isImpatient) await this.#pause(retryPauseMs);
      }
      ledger.acknowledge(range);
      if (this.#random(1) >= repeatedShare) continue;
      this.#note(range, await this.#postBulk(range, body, key));
    }
  }

  async #postBulk(
    range: Range,
    body: string,
    key: Readonly<Record<string, string>>,
    patienceMs?: number,
  ): Promise<Answer | undefined> {
    const { target } = this.#options;
    const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
    const url = `${await target.url()}/api/v1/websites/${this.#websiteOf(range).id}/events`;
    return post({ agent: this.#agent, url, headers: { ...headers, ...key }, body, patienceMs });
  }

  /** Enters the answer to a request that is sent only once. */
  #settle(range: Range, answer: Answer | undefined): void {
    const { ledger } = this.#options;
    this.#note(range, answer);
    if (answer?.status === 202) ledger.acknowledge(range);
    if (answer?.status === 503) ledger.refuse(range);
  }

  #note(range: Range, answer: Answer | undefined): void {
    const name = answer === undefined ? "no answer" : nameOf(answer);
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    if (answer === undefined || isRight(range, answer)) return;
    if (this.#options.excusedStatuses?.includes(answer.status) === true) return;
    this.wrongAnswers.push(`${name} to event ${range.first}: ${answer.body}`);
  }

  #websiteOf({ first }: Range): { readonly id: number; readonly domain: string } {
    const { websites } = this.#options;
    const website = websites[first % websites.length];
    if (website === undefined) throw new Error("there is no website");
    return website;
  }

  #bulkSize(): number {
    return 2 + Math.floor(this.#random(bulkEventsMax - 1));
  }

  #random(max: number): number {
    return this.#options.random() * max;
  }

  #pause(ms: number): Promise<unknown> {
    return delay(ms, undefined, { signal: this.#options.signal });
  }
}

/** Returns the event of an id. Visitors come back again and again. */
function eventOf(id: number, domain: string) {
  const visitor = (id * 7_919) % visitors;
  return {
    url: `https://${domain}${pagePrefix}${id}`,
    ip: `198.18.${visitor >> 8}.${visitor & 255}`,
    user_agent: userAgents[visitor % userAgents.length] ?? "",
    language: languages[visitor % languages.length],
  };
}

/**
 * Returns a bulk body in which every third event is older by `olderByMs`, which may be another
 * month.
 */
function bulkOf(
  { first, count }: Range,
  { domain }: { readonly domain: string },
  olderByMs: number,
): string {
  const timestamps = [0, 0, olderByMs].map((ms) => new Date(Date.now() - ms).toISOString());
  const events = Array.from({ length: count }, (_, i) => ({
    ...eventOf(first + i, domain),
    timestamp: timestamps[i % timestamps.length],
  }));
  return JSON.stringify(events);
}

function nameOf({ status, dropped, body }: Answer): string {
  if (status !== 503) return `${status}${dropped ? " dropped" : ""}`;
  return `503 ${/"code":"(\w+)"/.exec(body)?.[1] ?? ""}`;
}

/**
 * Returns whether the answer is right. A 503 is right at any time here, another error never; an
 * event that is dropped is not counted.
 */
function isRight({ count }: Range, { status, dropped, body }: Answer): boolean {
  if (status !== 202) return status === 503;
  return count === 1 ? body === "ok" && !dropped : body.startsWith(`{"accepted":${count},`);
}
