import { liveViewMinutes } from "../model/choices.ts";

const minuteMs = 60_000;

/** The reads of an operator. */
export interface OperatorCount {
  /** "" for tools, and readers whose operator is not known. */
  readonly operator: string;
  readonly reads: number;
}

/**
 * Counts the reads of the last minutes by operator, in memory: a new process begins with none.
 * Operators come from the list of readers, so a website's minute has few.
 */
export class RecentReads {
  readonly #minutes = new Map<string, Map<string, number>>();
  #cleanedAt = 0;

  add(websiteId: number, operator: string, timeMs: number, nowMs: number): void {
    const minute = Math.floor(timeMs / minuteMs);
    if (!isRecent(minute, nowMs)) return;
    const key = `${minute} ${websiteId}`;
    const counts = this.#minutes.get(key) ?? new Map<string, number>();
    this.#minutes.set(key, counts.set(operator, (counts.get(operator) ?? 0) + 1));
    this.#clean(nowMs);
  }

  /** Returns the reads of a website in the minutes of the live view. */
  of(websiteId: number, nowMs: number): OperatorCount[] {
    const last = Math.floor(nowMs / minuteMs);
    const minutes = Array.from({ length: liveViewMinutes }, (_, i) => last - i);
    return sumOfReads(
      minutes.flatMap((minute) =>
        [...(this.#minutes.get(`${minute} ${websiteId}`) ?? [])].map(([operator, reads]) => ({
          operator,
          reads,
        })),
      ),
    );
  }

  /** Forgets what is over, once a minute. */
  #clean(nowMs: number): void {
    const minute = Math.floor(nowMs / minuteMs);
    if (minute === this.#cleanedAt) return;
    this.#cleanedAt = minute;
    for (const key of this.#minutes.keys()) {
      if (!isRecent(Number.parseInt(key, 10), nowMs)) this.#minutes.delete(key);
    }
  }
}

/** Adds counts up, the greatest first. */
export function sumOfReads(counts: readonly OperatorCount[]): OperatorCount[] {
  const sums = new Map<string, number>();
  for (const { operator, reads } of counts) {
    sums.set(operator, (sums.get(operator) ?? 0) + reads);
  }
  return [...sums]
    .map(([operator, reads]) => ({ operator, reads }))
    .sort((a, b) => b.reads - a.reads || (a.operator < b.operator ? -1 : 1));
}

function isRecent(minute: number, nowMs: number): boolean {
  const last = Math.floor(nowMs / minuteMs);
  return minute <= last && minute > last - liveViewMinutes;
}
