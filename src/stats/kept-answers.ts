import type { WebsiteDays } from "./website-days.ts";

/** 16 MiB of ASCII; a page of ten values takes some 600 characters. */
const charactersMax = 16 * 1024 ** 2;

/** What tells whether events have come to days. */
export interface DayStamps {
  /** Another one after events came to one of the days; undefined while some may be on their way. */
  stampOf(days: WebsiteDays): string | undefined;
}

/** Where nobody knows. */
export const noStamps: DayStamps = { stampOf: () => undefined };

/** Since the start. */
export interface KeptCounts {
  /** Answers that were given again. */
  given: number;
}

interface Kept {
  readonly stamp: string;
  readonly json: string;
}

/**
 * Gives answers again that are still true: no event has come to their days since they were asked for. They are kept as JSON, which
 * nobody can change, in bounded memory: those asked for longest ago go first.
 */
export class KeptAnswers {
  readonly #stamps: DayStamps;
  /** By question; the one that was asked for last is last. */
  readonly #answers = new Map<string, Kept>();
  readonly counts: KeptCounts = { given: 0 };
  #characters = 0;

  constructor(stamps: DayStamps) {
    this.#stamps = stamps;
  }

  /** The answer to a question about these days, which is JSON. The caller knows its type by the question. */
  find<T>(days: WebsiteDays, question: string): T | undefined {
    const kept = this.#answers.get(question);
    if (kept === undefined) return undefined;
    this.#remove(question, kept);
    if (kept.stamp !== this.#stamps.stampOf(days)) return undefined;
    this.#add(question, kept);
    this.counts.given += 1;
    return JSON.parse(kept.json) as T;
  }

  /** Asks, and keeps the answer if the days still have the stamp then, which was theirs before anything of the answer was read. */
  async keep<T>(
    days: WebsiteDays,
    question: string,
    stamp: string | undefined,
    ask: () => Promise<T>,
  ): Promise<T> {
    const answer = await ask();
    if (stamp === undefined || stamp !== this.#stamps.stampOf(days)) return answer;
    const earlier = this.#answers.get(question);
    if (earlier !== undefined) this.#remove(question, earlier);
    this.#add(question, { stamp, json: JSON.stringify(answer) });
    for (const [oldest, kept] of this.#answers) {
      if (this.#characters <= charactersMax) break;
      this.#remove(oldest, kept);
    }
    return answer;
  }

  #add(question: string, kept: Kept): void {
    this.#answers.set(question, kept);
    this.#characters += question.length + kept.json.length;
  }

  #remove(question: string, { json }: Kept): void {
    this.#answers.delete(question);
    this.#characters -= question.length + json.length;
  }
}
