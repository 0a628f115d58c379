import { withTimeLimit } from "../base/async/time-limit.ts";
import { Problem } from "../base/errors.ts";
import type { WebsiteLookup } from "./website-set.ts";

/** Requests that wait for a read of the changes. */
const waitingMax = 10_000;
/** A store that takes longer counts as away. */
const readMsMax = 3_000;
/**
 * Less than the ten seconds of silence after which a move of a website does not wait for this
 * Footfall any more.
 */
const currentMsMax = 8_000;

/** The part of a `ChangeLog` that reads. */
interface Changes {
  /** Resolves when every change is in force that was stored before the call. */
  readonly latest: () => Promise<unknown>;
  /** The time by the machine's clock from which on changes may be missing. */
  readonly readMs: number;
}

/**
 * Looks websites up in memory. Before it finds none, it reads the changes, as another instance on
 * the same store may have made the website a moment ago.
 */
export class WebsiteFinder {
  readonly #all: WebsiteLookup;
  readonly #changes: Changes;
  #waiting = 0;
  /** The last read that a request has waited for, and the end of the wait. */
  #last: { readonly read: Promise<unknown>; readonly inTime: Promise<void> } | undefined;

  constructor(all: WebsiteLookup, changes: Changes) {
    this.#all = all;
    this.#changes = changes;
  }

  /**
   * Resolves with what `lookUp` returns. Rejects with `Problem` STORE_UNAVAILABLE if that is
   * undefined and the changes cannot be read, and with OVERLOADED if too many requests wait.
   */
  async find<T>(lookUp: (all: WebsiteLookup) => T | undefined): Promise<T | undefined> {
    const found = lookUp(this.#all);
    if (found !== undefined) return found;
    if (this.#waiting >= waitingMax) throw new Problem("OVERLOADED");
    this.#waiting += 1;
    try {
      await this.#inTime(this.#changes.latest());
    } finally {
      this.#waiting -= 1;
    }
    return lookUp(this.#all);
  }

  /**
   * Resolves when every change is in force that was stored eight seconds ago, also after the
   * process was suspended. It also resolves when the changes cannot be read.
   */
  async catchUp(): Promise<void> {
    if (Math.abs(Date.now() - this.#changes.readMs) < currentMsMax) return;
    try {
      await this.#inTime(this.#changes.latest());
    } catch {
      // Without the first store nobody can move a website, and the others go on.
    }
  }

  /** Requests that share a read share its time limit, too. */
  #inTime(read: Promise<unknown>): Promise<void> {
    if (this.#last?.read !== read) this.#last = { read, inTime: readInTime(read) };
    return this.#last.inTime;
  }
}

async function readInTime(read: Promise<unknown>): Promise<void> {
  let isRead = false;
  const reading = read.then(() => {
    isRead = true;
  });
  await withTimeLimit(reading, readMsMax);
  if (!isRead) throw new Problem("STORE_UNAVAILABLE");
}
