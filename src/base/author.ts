/** A caller, as records name it. */
export interface Actor {
  readonly kind: "root" | "key" | "person";
  /** Null for a key of `API_KEYS`. */
  readonly id: number | null;
  readonly name: string;
}

/** A key of `API_KEYS`, the generated key, or a session that one of them opened. */
export const rootActor: Actor = { kind: "root", id: null, name: "root key" };

/**
 * A part of Footfall that makes changes which no caller has asked for. The audit list leaves them
 * out.
 */
export interface Routine {
  readonly routine:
    | "alert state"
    | "correction run"
    | "import command"
    | "import run"
    | "last use"
    | "mailed link"
    | "move"
    | "restore"
    | "session"
    | "unsubscribe link"
    | "webhook switch-off";
}

/** The caller or the routine that makes a change. */
export type Author = Actor | Routine;

export function isRoutine(author: Author): author is Routine {
  return "routine" in author;
}
