import { dayMs } from "../calendar.ts";
import type { OtherWrites } from "./other-writes.ts";
import { isBefore, type Position } from "./position.ts";

/** Of a website each. With more, those whose events the store has are forgotten. */
const daysMax = 10_000;
/** More than there are days that events can be of. */
const daysPerWebsite = 2 ** 16;

/** A log, as far as it matters here. */
export interface WrittenLog {
  /** Up to here it is on the disk. */
  readonly end: Position;
  /** Up to here the store has it, but for what was set aside. */
  readonly shippedTo: Position;
}

/** Events that reach the disk together, or not at all. */
interface Group {
  readonly nth: number;
  /** The log's end when it was known what became of them. */
  end: Position | undefined;
}

/** Days of a website, `YYYY-MM-DD`, both inclusive. */
interface Days {
  readonly websiteId: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Knows of a website's days whether events have come to them, as long as nobody writes to `events` but the log of this process
 * and those who say so (`OtherWrites`).
 */
export class WrittenDays {
  readonly #log: WrittenLog;
  readonly #others: OtherWrites;
  /** By website and day, the newest group with events of theirs. */
  readonly #newest = new Map<number, Group>();
  #appended: Promise<void> | undefined;
  #group: Group = { nth: 0, end: undefined };
  #forgotten = 0;
  #daysMax = daysMax;

  constructor(log: WrittenLog, others: OtherWrites) {
    this.#log = log;
    this.#others = others;
  }

  /** Events of the website's day go into the log; `appended` is the log's promise, one for each group. */
  add(websiteId: number, day: number, appended: Promise<void>): void {
    if (appended !== this.#appended) this.#beginGroup(appended);
    this.#newest.set(websiteId * daysPerWebsite + day, this.#group);
    if (this.#newest.size > this.#daysMax) this.#forget();
  }

  /**
   * Stands for the events of these days, as the store has them: another text after events came to one of them, and undefined while
   * some may be on their way.
   */
  stampOf(days: Days): string | undefined {
    const others = this.#others.ended;
    if (others === undefined) return undefined;
    let newest = 0;
    for (const group of this.#groupsOf(days)) {
      if (!this.#isShipped(group)) return undefined;
      newest = Math.max(newest, group.nth);
    }
    return `${others} ${this.#forgotten} ${newest}`;
  }

  #beginGroup(appended: Promise<void>): void {
    const group: Group = { nth: this.#group.nth + 1, end: undefined };
    const settle = () => {
      group.end = this.#log.end;
    };
    appended.then(settle, settle);
    this.#appended = appended;
    this.#group = group;
  }

  /** A group that failed is not in the log, but an earlier one of the same days may be. */
  #isShipped({ end }: Group): boolean {
    return end !== undefined && !isBefore(this.#log.shippedTo, end);
  }

  *#groupsOf(days: Days): Generator<Group> {
    const first = days.websiteId * daysPerWebsite;
    const from = first + Math.max(0, Date.parse(days.from) / dayMs);
    const to = first + Math.min(daysPerWebsite - 1, Date.parse(days.to) / dayMs);
    if (to - from < this.#newest.size) {
      for (let key = from; key <= to; key += 1) {
        const group = this.#newest.get(key);
        if (group !== undefined) yield group;
      }
      return;
    }
    for (const [key, group] of this.#newest) if (key >= from && key <= to) yield group;
  }

  /** Days whose events the store has; every stamp is another one from now on. */
  #forget(): void {
    for (const [key, group] of this.#newest) {
      if (this.#isShipped(group)) this.#newest.delete(key);
    }
    this.#forgotten += 1;
    this.#daysMax = Math.max(daysMax, 2 * this.#newest.size);
  }
}
