import type { Database } from "./database.ts";

export interface Store {
  /** The name of the shard. */
  readonly name: string;
  readonly db: Database;
  close(): Promise<void>;
}

/** A store that tells how other processes can reach it. */
export interface OpenedStore extends Store {
  /**
   * Whether the name is only a guess: the server was unavailable, and nobody remembers its name.
   */
  readonly isNameGuess?: boolean;
  /** Returns where the store is now, `undefined` while it is unavailable. */
  url(): string | undefined;
  /**
   * Returns the process of the embedded engine, `undefined` on a server. The primary hands it to
   * each new worker, which connects to that process alone (`EngineAgent`).
   */
  enginePid(): number | undefined;
}

/**
 * Receives a store's URL each time the store comes up at another one, or `undefined` when it goes
 * away. For an embedded engine it also receives the id of the engine's process.
 */
export type OnStoreUrl = (
  name: string,
  url: string | undefined,
  enginePid?: number,
) => Promise<void>;
