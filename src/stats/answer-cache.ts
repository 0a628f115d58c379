import { untilAborted } from "../base/async/abort-signal.ts";
import { promisedMs } from "../base/freshness.ts";
import { RecentCache } from "../base/recent-cache.ts";
import type { Answer } from "./day-states.ts";
import type { QueryCaller } from "./query-scheduler.ts";

/** While a newer answer is counted, the last one is still given for this long. */
const overlapMs = 500;
/** Bytes of all cached answers of a process: some 10,000 pages of ten rows. */
const bytesMax = 32 * 1024 ** 2;
/** Bytes of an entry beside its key and its answer. */
const entryBytes = 500;

/** Counts an answer. If its version is `known`, the value of that version may be returned. */
export type CountAnswer<T> = (
  caller: QueryCaller,
  known: Answer<T> | undefined,
) => Promise<Answer<T>>;

interface CachedAnswer {
  readonly answer: Answer<unknown>;
  /** When its count began, on the clock of `performance.now()`. */
  readonly begunMs: number;
  readonly bytes: number;
}

/**
 * Shares answers between callers that ask the same query within a short time. So the cost of a
 * query does not depend on the number of its callers.
 *
 * - The cache gives an answer again for a second after its count began, and for half a second more
 *   while it counts a newer one.
 * - A caller that comes during a count gets the answer of that count. If the count began too early
 *   to have every event that the caller was promised, one more count follows for all who wait.
 * - Older answers stay in the cache. If the days' numbers of events prove one, it is given again.
 * - A caller that wants no recent answer gets one whose count begins after its call. That count
 *   proves an older answer, or counts anew.
 * - Counts of viewers wait behind those of owners. No owner waits for a count of viewers.
 */
export class AnswerCache {
  readonly #lagMs: number;
  readonly #answers = new RecentCache<CachedAnswer>(bytesMax, ({ bytes }) => bytes);
  readonly #counts = new Map<string, SharedCount>();

  /** Creates a cache. When a count begins, events acknowledged `lagMs` before are in the store. */
  constructor(lagMs: number) {
    this.#lagMs = lagMs;
  }

  /** Returns the answer to the query that `key` stands for. Throws what `count` throws. */
  async get<T>(key: string, caller: QueryCaller, count: CountAnswer<T>): Promise<Answer<T>> {
    caller.signal.throwIfAborted();
    const { freshness = "recent" } = caller;
    const givenMs = freshness === "recent" ? promisedMs - this.#lagMs : 0;
    const cached = this.#answers.get(key);
    const ageMs = performance.now() - (cached?.begunMs ?? Number.NEGATIVE_INFINITY);
    const isGiven = ageMs < givenMs;
    if (!isGiven || ageMs >= givenMs - overlapMs) {
      const shared = this.#shareCount(key, caller, givenMs, count);
      if (!isGiven) return (await shared.wait(caller.signal)) as Answer<T>;
    }
    return cached?.answer as Answer<T>;
  }

  /** Returns a count under way that is young enough, or a new one after it. */
  #shareCount<T>(
    key: string,
    { priority, freshness = "recent" }: QueryCaller,
    youngerThanMs: number,
    count: CountAnswer<T>,
  ): SharedCount {
    const id = `${priority} ${freshness} ${key}`;
    const last = this.#counts.get(id);
    if (last?.isYounger(youngerThanMs) === true) return last;
    const next = new SharedCount(last, async (signal, begunMs) => {
      const cached = freshness === "anew" ? undefined : this.#answers.get(key);
      const known = cached?.answer as Answer<T> | undefined;
      const answer = await count({ signal, priority }, known);
      this.#add(key, answer, begunMs);
      return answer;
    });
    this.#counts.set(id, next);
    void next.ended.then(() => {
      if (this.#counts.get(id) === next) this.#counts.delete(id);
    });
    return next;
  }

  #add(key: string, answer: Answer<unknown>, begunMs: number): void {
    const cached = this.#answers.get(key);
    if (cached !== undefined && cached.begunMs > begunMs) return;
    const isSame = cached !== undefined && cached.answer.value === answer.value;
    const bytes = isSame ? cached.bytes : bytesOf(key, answer);
    this.#answers.set(key, { answer, begunMs, bytes });
  }
}

/** Returns the memory of an entry, reckoned from its texts. */
function bytesOf(key: string, { version, value }: Answer<unknown>): number {
  return entryBytes + 2 * (key.length + version.length + JSON.stringify(value).length);
}

/**
 * A count that begins when an earlier one has ended. It is aborted when all who waited have left.
 */
class SharedCount {
  /** Resolves when the count has ended in any way. */
  readonly ended: Promise<void>;
  readonly #answer: Promise<Answer<unknown>>;
  readonly #gone = new AbortController();
  #begunMs: number | undefined;
  #hasEnded = false;
  #waiting = 0;

  constructor(
    earlier: SharedCount | undefined,
    count: (signal: AbortSignal, begunMs: number) => Promise<Answer<unknown>>,
  ) {
    this.#answer = (async () => {
      await earlier?.ended;
      this.#gone.signal.throwIfAborted();
      this.#begunMs = performance.now();
      return count(this.#gone.signal, this.#begunMs);
    })();
    const end = () => {
      this.#hasEnded = true;
    };
    // A failure that nobody waits for is no error: the next caller counts again.
    this.ended = this.#answer.then(end, end);
  }

  /** Returns whether it began less than `ms` ago, or is still to begin. */
  isYounger(ms: number): boolean {
    if (this.#gone.signal.aborted) return false;
    return this.#begunMs === undefined || performance.now() - this.#begunMs < ms;
  }

  /** Resolves with the answer. Throws the signal's reason once that is aborted. */
  async wait(signal: AbortSignal): Promise<Answer<unknown>> {
    this.#waiting += 1;
    try {
      return await untilAborted(this.#answer, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#hasEnded) this.#gone.abort(signal.reason);
    }
  }
}
