import { logStart, type Position } from "./position.ts";

interface End {
  readonly reachedMs: number;
  readonly position: Position;
}

/**
 * Knows where a log ended some time ago. It remembers the ends of the last `ageMs` and the newest
 * one before, so the number of groups in that time bounds its memory.
 */
export class RecentEnds {
  readonly #ageMs: number;
  #ends: End[] = [];

  constructor(ageMs: number) {
    this.#ageMs = ageMs;
  }

  /** Adds the end that the log has reached now. Times are those of `performance.now()`. */
  add(position: Position, nowMs: number): void {
    this.#ends.push({ reachedMs: nowMs, position });
    this.#forget(nowMs);
  }

  /** Returns where the log ended `ageMs` ago. */
  old(nowMs: number): Position {
    this.#forget(nowMs);
    const [first] = this.#ends;
    return first === undefined || !this.#isOld(first, nowMs) ? logStart : first.position;
  }

  #forget(nowMs: number): void {
    const firstYoung = this.#ends.findIndex((end) => !this.#isOld(end, nowMs));
    const old = firstYoung === -1 ? this.#ends.length : firstYoung;
    if (old > 1) this.#ends = this.#ends.slice(old - 1);
  }

  #isOld({ reachedMs }: End, nowMs: number): boolean {
    return nowMs - reachedMs >= this.#ageMs;
  }
}
