import { dayMs } from "../base/calendar.ts";
import type { NumberedChange } from "../base/change-log.ts";
import type { Definition, Kind } from "./definition.ts";

/** One change of a definition. All definitions of a website share the numbers. */
export interface DefinitionChange<K extends Kind = Kind> extends NumberedChange {
  readonly kind: K;
  /** After a deletion, the definition is as it last was if it has a key, and says nothing else. */
  readonly definition: Definition<K> | Deleted;
  readonly deleted: boolean;
  /** The idempotency key that it was made with. */
  readonly key?: string | undefined;
}

/** The definition of a mark that holds nothing but the id. */
export type Deleted = Omit<Definition, "content"> & { readonly content: null };

type ByKind<T> = { readonly [K in Kind]: T };

interface State {
  readonly lastChange: number;
  readonly bytes: number;
  readonly definitions: ByKind<Map<number, Definition>>;
  readonly lastIds: ByKind<number>;
  /** Kind and key → the last change of the definition that was made with it. */
  readonly keys: Map<string, DefinitionChange>;
}

/** An idempotency key is remembered for this long; times of creation lack up to a second. */
const keyMs = dayMs + 1_000;
/** Bytes of a definition beside its content. */
const definitionBytes = 300;

/** The part of a set that answers which definitions there are. */
export type DefinitionLookup = Pick<DefinitionSet, "list" | "find">;

/** The definitions of a website that result from all changes so far. It never changes. */
export class DefinitionSet {
  static readonly empty = new DefinitionSet({
    lastChange: 0,
    bytes: 0,
    definitions: mapKinds(() => new Map()),
    lastIds: mapKinds(() => 0),
    keys: new Map(),
  });

  readonly #state: State;

  private constructor(state: State) {
    this.#state = state;
  }

  /** Number of the last change. */
  get lastChange(): number {
    return this.#state.lastChange;
  }

  /** The memory that the set takes, reckoned from its texts. */
  get bytes(): number {
    return this.#state.bytes;
  }

  /** Returns the definitions of a kind. */
  list<K extends Kind>(kind: K): Definition<K>[] {
    return [...this.#state.definitions[kind].values()] as Definition<K>[];
  }

  find<K extends Kind>(kind: K, id: number): Definition<K> | undefined {
    return this.#state.definitions[kind].get(id) as Definition<K> | undefined;
  }

  /** Returns the highest id that a definition of the kind has or had. */
  lastId(kind: Kind): number {
    return this.#state.lastIds[kind];
  }

  /** Returns the definition that was made with this key in the last 24 hours, deleted or not. */
  findByKey<K extends Kind>(kind: K, key: string, nowMs: number): Definition<K> | undefined {
    const made = this.#state.keys.get(`${kind} ${key}`);
    if (made === undefined || isOver(made, nowMs)) return undefined;
    return made.definition as Definition<K>;
  }

  /** Returns the key that a definition was made with in the last 24 hours. */
  keyOf(kind: Kind, id: number, nowMs: number): string | undefined {
    for (const made of this.#state.keys.values()) {
      if (made.kind === kind && made.definition.id === id && !isOver(made, nowMs)) return made.key;
    }
    return undefined;
  }

  /** Returns the set after these changes, which must follow the earlier ones. */
  after(changes: readonly DefinitionChange[], nowMs: number): DefinitionSet {
    const last = changes.at(-1);
    if (last === undefined) return this;
    const definitions = mapKinds((kind) => new Map(this.#state.definitions[kind]));
    const lastIds = { ...this.#state.lastIds };
    const keys = new Map(this.#state.keys);
    let { bytes } = this.#state;
    for (const change of changes) {
      const { kind, definition, deleted, key } = change;
      lastIds[kind] = Math.max(lastIds[kind], definition.id);
      bytes -= bytesOf(definitions[kind].get(definition.id));
      if (deleted || definition.content === null) {
        definitions[kind].delete(definition.id);
      } else {
        definitions[kind].set(definition.id, definition);
        bytes += bytesOf(definition);
      }
      if (key !== undefined && definition.content !== null) keys.set(`${kind} ${key}`, change);
    }
    for (const [key, made] of keys) if (isOver(made, nowMs)) keys.delete(key);
    return new DefinitionSet({ lastChange: last.change, bytes, definitions, lastIds, keys });
  }
}

function bytesOf(definition: Definition | undefined): number {
  if (definition === undefined) return 0;
  return definitionBytes + 2 * JSON.stringify(definition.content).length;
}

/** Returns whether the key of a definition counts no more. */
function isOver({ definition }: DefinitionChange, nowMs: number): boolean {
  return nowMs - definition.createdAt.getTime() >= keyMs;
}

function mapKinds<T>(map: (kind: Kind) => T): { [K in Kind]: T } {
  return {
    goal: map("goal"),
    funnel: map("funnel"),
    segment: map("segment"),
    annotation: map("annotation"),
    import: map("import"),
    share: map("share"),
    alert: map("alert"),
  };
}
