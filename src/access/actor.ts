/** A caller, as records name it. */
export interface Actor {
  readonly kind: "root" | "key" | "person";
  /** Null for a key of `API_KEYS`. */
  readonly id: number | null;
  readonly name: string;
}

/** A key of `API_KEYS`, the generated key, or a session that one of them opened. */
export const rootActor: Actor = { kind: "root", id: null, name: "root key" };
