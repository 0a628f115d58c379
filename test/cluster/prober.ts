import { setTimeout as delay } from "node:timers/promises";

import type { Ledger } from "../chaos/ledger.ts";
import type { Address } from "../chaos/load.ts";
import { apiKey } from "../chaos/target.ts";
import { until } from "../chaos/wait.ts";
import type { PlacedWebsite } from "./cluster.ts";

const names = ["pageview", "page", "browser"] as const;
const pauseMs = 40;
const answerTimeoutMs = 40_000;

/** A query and its answer. */
export interface Sample {
  readonly footfall: number;
  /** The position of the server that has the website. */
  readonly engine: number;
  /** On the clock of `performance.now()`. */
  readonly sentMs: number;
  readonly tookMs: number;
  /** 0 without an answer. */
  readonly status: number;
  readonly code: string;
  readonly hasRetryAfter: boolean;
}

export interface ProberOptions {
  readonly addresses: readonly Address[];
  readonly websites: readonly PlacedWebsite[];
  readonly ledger: Ledger;
  /** Answers of a proxy for a Footfall that is gone. */
  readonly excusedStatuses?: readonly number[];
  readonly signal: AbortSignal;
}

/**
 * Queries all websites all the time, by way of each Footfall, and remembers how long each answer
 * took. Those of each server have an caller of their own, so that none waits for another server.
 *
 * The page views of a website never become fewer, and never exceed the events that were sent.
 */
export class Prober {
  readonly samples: Sample[] = [];
  /** Wrong answers that no fault excuses. */
  readonly wrong: string[] = [];
  readonly #options: ProberOptions;
  readonly #stopping = new AbortController();
  readonly #last = new Map<string, number>();
  #asking: Promise<unknown> = Promise.resolve();

  constructor(options: ProberOptions) {
    this.#options = options;
  }

  start(): void {
    const { addresses, websites, signal } = this.#options;
    const engines = [...new Set(websites.map(({ engine }) => engine))];
    const over = AbortSignal.any([signal, this.#stopping.signal]);
    this.#asking = Promise.all(
      [...addresses.keys()].flatMap((footfall) =>
        engines.map((engine) => this.#askAll(footfall, engine, over)),
      ),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#asking;
  }

  /** Returns the queries that were under way at some moment between two times. */
  during(fromMs: number, toMs: number): Sample[] {
    return this.samples.filter(({ sentMs, tookMs }) => sentMs + tookMs >= fromMs && sentMs < toMs);
  }

  /** Resolves when each Footfall has answered queries about the websites of a server again. */
  async recovered(engine: number): Promise<void> {
    const sinceMs = performance.now();
    const { addresses, signal } = this.#options;
    const isAnswered = () =>
      [...addresses.keys()].every((footfall) =>
        this.samples.some(
          (sample) =>
            sample.sentMs >= sinceMs &&
            sample.footfall === footfall &&
            sample.engine === engine &&
            sample.status === 200,
        ),
      );
    await until(`answers about server ${engine + 1}`, isAnswered, { signal });
  }

  async #askAll(footfall: number, engine: number, over: AbortSignal): Promise<void> {
    for (let asked = 0; !over.aborted; asked += 1) {
      const websites = this.#options.websites.filter((website) => website.engine === engine);
      const website = websites[asked % websites.length];
      const name = names[Math.floor(asked / (websites.length || 1)) % names.length] ?? "page";
      if (website !== undefined) await this.#ask(footfall, website, name, over).catch(() => {});
      await delay(pauseMs, undefined, { signal: over }).catch(() => {});
    }
  }

  async #ask(
    footfall: number,
    { id, engine, today }: PlacedWebsite,
    name: string,
    over: AbortSignal,
  ): Promise<void> {
    const base = await this.#options.addresses[footfall]?.url();
    const url = `${base}/api/v1/stats/${id}?name=${name}&from=${today}&to=${today}`;
    const headers = { authorization: `Bearer ${apiKey}`, "cache-control": "no-cache" };
    const sentMs = performance.now();
    const signal = AbortSignal.any([over, AbortSignal.timeout(answerTimeoutMs)]);
    const answer = await fetch(url, { headers, signal }).then(
      async (reply) => ({ reply, text: await reply.text() }),
      () => undefined,
    );
    if (over.aborted) return;
    this.samples.push({
      footfall,
      engine,
      sentMs,
      tookMs: performance.now() - sentMs,
      status: answer?.reply.status ?? 0,
      code: /"code":"(\w+)"/.exec(answer?.text ?? "")?.[1] ?? "",
      hasRetryAfter: answer?.reply.headers.has("retry-after") ?? false,
    });
    if (answer === undefined) return;
    const { status } = answer.reply;
    if (status === 200 && name === "pageview") this.#check(`${footfall} ${id}`, answer.text);
    const right = [200, 503, ...(this.#options.excusedStatuses ?? [])];
    if (!right.includes(status)) {
      this.wrong.push(`a query was answered with ${status}: ${answer.text.slice(0, 300)}`);
    }
  }

  #check(key: string, text: string): void {
    const { count } = (JSON.parse(text) as { meta: { count: number } }).meta;
    const last = this.#last.get(key) ?? 0;
    const { sent } = this.#options.ledger;
    if (count < last) this.wrong.push(`${count} page views of ${key} were ${last} before`);
    if (count > sent) this.wrong.push(`${count} page views of ${key}, and ${sent} were sent`);
    this.#last.set(key, count);
  }
}
