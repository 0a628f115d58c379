/** The sender's knowledge of an event. A request that was cut off leaves its events open. */
const open = 0;
const acknowledged = 1;
const refused = 2;

/** Ids of consecutive events. */
export interface Range {
  readonly first: number;
  readonly count: number;
}

/** The events that were sent, how they were answered, and how they are counted. Lists hold ids. */
export interface Verdict {
  readonly acknowledged: number;
  readonly counted: number;
  readonly unacknowledgedButCounted: number;
  readonly missing: readonly number[];
  readonly doubled: readonly number[];
  /** Answered with 503, which promises that they are not stored. */
  readonly refusedButCounted: readonly number[];
  /** First ids of bulk requests of which only a part is counted. */
  readonly torn: readonly number[];
  readonly neverSent: readonly number[];
}

/** Accounts for each event by an id of its own: 0, 1, 2, … */
export class Ledger {
  readonly #states: number[] = [];
  readonly #requests: Range[] = [];
  #acknowledged = 0;

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Every event that was ever on its way. */
  get sent(): number {
    return this.#states.length;
  }

  /** Returns the ids of events that are about to be sent in one request. */
  send(count: number): Range {
    const range = { first: this.#states.length, count };
    for (let i = 0; i < count; i += 1) this.#states.push(open);
    if (count > 1) this.#requests.push(range);
    return range;
  }

  acknowledge(range: Range): void {
    this.#answer(range, acknowledged);
    this.#acknowledged += range.count;
  }

  refuse(range: Range): void {
    this.#answer(range, refused);
  }

  /**
   * Compares the answers with `counts`, which has the number of times that each event id is
   * counted.
   */
  compare(counts: ReadonlyMap<number, number>): Verdict {
    const idsOf = (state: number, isWanted: (count: number) => boolean) =>
      [...this.#states.keys()].filter(
        (id) => this.#states[id] === state && isWanted(counts.get(id) ?? 0),
      );
    const isCounted = (count: number) => count > 0;
    return {
      acknowledged: this.#acknowledged,
      counted: counts.size,
      unacknowledgedButCounted: idsOf(open, isCounted).length,
      missing: idsOf(acknowledged, (count) => count === 0),
      doubled: [...counts].flatMap(([id, count]) => (count > 1 ? [id] : [])),
      refusedButCounted: idsOf(refused, isCounted),
      torn: this.#requests.filter((range) => isTorn(range, counts)).map(({ first }) => first),
      neverSent: [...counts.keys()].filter((id) => this.#states[id] === undefined),
    };
  }

  #answer({ first, count }: Range, state: number): void {
    this.#states.fill(state, first, first + count);
  }
}

function isTorn({ first, count }: Range, counts: ReadonlyMap<number, number>): boolean {
  let counted = 0;
  for (let id = first; id < first + count; id += 1) if (counts.has(id)) counted += 1;
  return counted > 0 && counted < count;
}
