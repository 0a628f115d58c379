import { setTimeout as delay } from "node:timers/promises";

import type { Ledger } from "./ledger.ts";
import type { Address } from "./load.ts";
import { apiKey } from "./target.ts";
import { until } from "./wait.ts";
import type { Website } from "./website.ts";

export const askedNames = [
  "pageview",
  "visit",
  "visitor",
  "page",
  "entry_page",
  "exit_page",
  "referrer",
  "source",
  "browser",
  "language",
] as const;
/** A filter that includes every visitor. A filtered query counts from events, past all roll-ups. */
export const everybody = "&filter[hostname]=*";
const askEveryMs = 500;
const answerTimeoutMs = 30_000;

/** Days, `YYYY-MM-DD`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

interface Statistics {
  readonly data: readonly unknown[];
  readonly meta: { readonly total: number; readonly count: number };
}

/**
 * Queries today's page views under the load: they never become fewer, and never exceed the number
 * that was sent. A fault excuses what it does to a query.
 */
export class Queries {
  answered = 0;
  /** Wrong answers that no fault excuses. */
  readonly wrong: string[] = [];
  readonly #target: Address;
  readonly #website: Website;
  /** Returns the greatest possible number of page views. */
  readonly #most: () => number;
  readonly #stopping = new AbortController();
  #asking: Promise<void> = Promise.resolve();
  #last = 0;

  constructor(target: Address, website: Website, ledger: Ledger, before: number) {
    this.#target = target;
    this.#website = website;
    this.#most = () => before + ledger.sent;
  }

  start(signal: AbortSignal): void {
    this.#asking = this.#ask(AbortSignal.any([signal, this.#stopping.signal]));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#asking;
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { today } = this.#website;
    while (!signal.aborted) {
      const days = { from: today, to: today };
      const answer = await ask(this.#target, this.#website, "pageview", days).catch(
        () => undefined,
      );
      if (answer !== undefined) this.#check(answer);
      await delay(askEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  #check({ status, text }: Answer): void {
    if (status === 503) return;
    if (status !== 200) {
      this.wrong.push(`a query was answered with ${status}: ${text}`);
      return;
    }
    this.answered += 1;
    const { count } = statisticsIn(text).meta;
    const most = this.#most();
    if (count < this.#last) this.wrong.push(`${count} page views were ${this.#last} before`);
    if (count > most) this.wrong.push(`${count} page views of ${most} that were sent`);
    this.#last = count;
  }
}

/**
 * Queries each dimension for the days, once plainly, and once with counts from events. Returns a
 * sentence for each dimension whose two answers differ, and one if there are other than `pageviews`
 * page views.
 */
export async function compareAnswers(
  target: Address,
  website: Website,
  days: Days,
  pageviews: number,
  signal: AbortSignal,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of askedNames) {
    const plain = await answerTo(target, website, name, days, signal);
    const counted = await answerTo(target, website, `${name}${everybody}`, days, signal);
    if (name === "pageview" && plain.meta.count !== pageviews) {
      wrong.push(`${plain.meta.count} page views are answered, ${pageviews} are there`);
    }
    const [one, other] = [plain, counted].map(({ data, meta: { total, count } }) =>
      JSON.stringify({ total, count, data }),
    );
    if (one !== other) {
      wrong.push(`by ${name}: ${one?.slice(0, 300)}, counted from events ${other?.slice(0, 300)}`);
    }
  }
  return wrong;
}

/**
 * Repeats the query until it is answered; `name` may have filters behind it. Throws at an error
 * other than 503.
 */
export async function answerTo(
  target: Address,
  website: Website,
  name: string,
  days: Days,
  signal: AbortSignal,
): Promise<Statistics> {
  let text = "";
  const isAnswered = async () => {
    const answer = await ask(target, website, name, days);
    if (answer.status !== 200 && answer.status !== 503) {
      throw new Error(`${name} is answered with ${answer.status}: ${answer.text}`);
    }
    text = answer.text;
    return answer.status === 200;
  };
  await until(`an answer to ${name}`, isAnswered, { signal });
  return statisticsIn(text);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function ask(
  target: Address,
  { id }: Website,
  name: string,
  { from, to }: Days,
): Promise<Answer> {
  const query = `name=${name}&from=${from}&to=${to}&per_page=100`;
  const reply = await fetch(`${await target.url()}/api/v1/stats/${id}?${query}`, {
    headers: { authorization: `Bearer ${apiKey}`, "cache-control": "no-cache" },
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  return { status: reply.status, text: await reply.text() };
}

function statisticsIn(text: string): Statistics {
  return JSON.parse(text) as Statistics;
}
