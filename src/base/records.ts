import { type Actor, type Author, isRoutine } from "./author.ts";
import type { ChangeLog } from "./change-log.ts";
import { type ErrorCode, Problem } from "./errors.ts";
import type { Kinds, RecordChange, RecordLookup } from "./record-set.ts";

/** The things that the audit list tells of a change beside who has made it, and the record. */
export interface Remark {
  /** The name of the change, if it is another than its kind and what became of the record. */
  readonly what?:
    | "email_reports.update"
    | "import.create"
    | "import.undo"
    | "page_rules.update"
    | "person.link";
  /** The website that the change is about. */
  readonly websiteId?: number;
}

/** A change that a caller has made. It is stored. */
export interface MadeChange<R extends Kinds<R>> extends Remark {
  readonly by: Actor;
  readonly kind: keyof R;
  /** The record before the change; undefined for a new one. */
  readonly before: R[keyof R] | undefined;
  /** The record after the change; undefined once it is deleted. */
  readonly after: R[keyof R] | undefined;
}

/** Notes a change in the audit list. It never rejects: the change has been made. */
export type Note<R extends Kinds<R>> = (change: MadeChange<R>) => Promise<void>;

/** The next change, as far as it is decided. */
export type Decided<R extends Kinds<R>, Change extends RecordChange<R>> = Pick<Change, "record"> &
  Partial<Omit<Change, "kind" | "change" | "writer">>;

export interface RecordsOptions<
  R extends Kinds<R>,
  Set extends RecordLookup<R>,
  Change extends RecordChange<R>,
> {
  readonly log: Pick<ChangeLog<Change, Set>, "change">;
  /** Undefined in a process that makes no change for a caller. */
  readonly note: Note<R> | undefined;
  /** The code of the problem where a record is missing. */
  readonly missing: ErrorCode;
  /** Completes a decision. What it throws is passed on. */
  readonly complete?: (set: Set, kind: keyof R, decided: Decided<R, Change>) => Decided<R, Change>;
  /** Resolves when a change is in force elsewhere. */
  readonly announce?: (() => Promise<void>) | undefined;
}

/**
 * The changes of records that are kept as the log of their changes. Each says who makes it. If that
 * is a caller, the audit list has an entry when the change is acknowledged, so no route can forget
 * it.
 *
 * Methods reject with what the functions throw that they are given, and as `ChangeLog` does.
 */
export class Records<
  R extends Kinds<R>,
  Set extends RecordLookup<R>,
  Change extends RecordChange<R>,
> {
  readonly #options: RecordsOptions<R, Set, Change>;

  constructor(options: RecordsOptions<R, Set, Change>) {
    this.#options = options;
  }

  /** Stores the change that `decide` returns for the newest records; undefined changes nothing. */
  async change<K extends keyof R>(
    by: Author | ((after: R[K]) => Author),
    kind: K,
    decide: (set: Set) => Decided<R, Change> | undefined,
    remark: Remark = {},
  ): Promise<void> {
    const { log, note, complete = (_set, _kind, decided) => decided, announce } = this.#options;
    if (note === undefined && (typeof by === "function" || !isRoutine(by))) {
      throw new Error("a process without the audit list makes no change for a caller");
    }
    let before: R[K] | undefined;
    const change = await log.change((set) => {
      const decided = decide(set);
      if (decided === undefined) return undefined;
      before = set.find(kind, decided.record.id);
      return { deleted: false, ...complete(set, kind, decided), kind } as unknown as Change;
    });
    if (change === undefined) return;
    try {
      await announce?.();
    } finally {
      const after = change.record as R[K];
      const author = typeof by === "function" ? by(after) : by;
      if (!isRoutine(author)) {
        const made = { ...remark, by: author, kind, before };
        await note?.({ ...made, after: change.deleted ? undefined : after });
      }
    }
  }

  /** Makes a record, which `make` returns for its id. */
  async create<K extends keyof R>(
    by: Author,
    kind: K,
    make: (set: Set, id: number) => R[K],
  ): Promise<R[K]> {
    let made: R[K] | undefined;
    await this.change(by, kind, (set) => {
      made = make(set, set.lastId(kind) + 1);
      return { record: made } as Decided<R, Change>;
    });
    return made as R[K];
  }

  /** Changes a record to what `change` returns for it; undefined leaves it as it is. */
  async update<K extends keyof R>(
    by: Author,
    kind: K,
    id: number,
    change: (before: R[K], set: Set) => R[K] | undefined,
    remark?: Remark,
  ): Promise<R[K]> {
    let result: R[K] | undefined;
    const decide = (set: Set) => {
      const before = this.#existing(set, kind, id);
      const after = change(before, set);
      result = after ?? before;
      return after && ({ record: after } as Decided<R, Change>);
    };
    await this.change(by, kind, decide, remark);
    return result as R[K];
  }

  /** Deletes a record, which leaves the mark that `mark` returns. */
  async remove<K extends keyof R>(
    by: Author,
    kind: K,
    id: number,
    mark: (before: R[K], set: Set) => Change["record"],
  ): Promise<void> {
    await this.change(by, kind, (set) => {
      const record = mark(this.#existing(set, kind, id), set);
      return { record, deleted: true } as Decided<R, Change>;
    });
  }

  #existing<K extends keyof R>(set: Set, kind: K, id: number): R[K] {
    const record = set.find(kind, id);
    if (record === undefined) throw new Problem(this.#options.missing);
    return record;
  }
}
