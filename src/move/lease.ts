import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import {
  addPresence,
  endPresence,
  goneAfterMs,
  type Presence,
  presenceEveryMs,
  readPresences,
  type SeenPresence,
} from "../clickhouse/shards/heartbeats.ts";

const lookEveryMs = 200;

export interface ClaimOptions {
  /** The database with the websites. */
  readonly first: Database;
  readonly role: "move" | "import";
  readonly website: { readonly id: number; readonly domain: string };
  /** Called once if an earlier program may still be there. */
  readonly onWait?: () => void;
}

/**
 * Keeps others from moving a website while this program moves it or imports to it. Imports do not
 * keep each other out.
 */
export class Claim {
  readonly #options: ClaimOptions;
  readonly #id = randomUUID();
  #isHeld = false;
  #writtenMs = performance.now();
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: ClaimOptions) {
    this.#options = options;
  }

  /**
   * Resolves when no other program stands in the way. Throws `StartRefused`, with one line, if one
   * does. A program that was killed looks alive for up to ten seconds, and is waited for.
   */
  static async open(options: ClaimOptions): Promise<Claim> {
    const claim = new Claim(options);
    await claim.#write();
    claim.#timer = setInterval(() => void claim.#write().catch(() => {}), presenceEveryMs);
    try {
      await claim.#waitForOthers();
      claim.#isHeld = true;
      await claim.#write();
      return claim;
    } catch (error) {
      await claim.close();
      throw error;
    }
  }

  /** Throws `StartRefused` if this process was suspended for so long that it counted as gone. */
  assertHeld(): void {
    if (performance.now() - this.#writtenMs < goneAfterMs - presenceEveryMs) return;
    throw new StartRefused("the first ClickHouse server was away too long; run the command again");
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await endPresence(this.#options.first, this.#presence).catch(() => {});
  }

  async #waitForOthers(): Promise<void> {
    const firstSeen = new Map<string, number>();
    for (;;) {
      const others = await this.#readOthers();
      if (others.length === 0) return;
      if (firstSeen.size === 0) this.#options.onWait?.();
      for (const other of others) {
        const seenAtMs = firstSeen.get(other.id);
        if (seenAtMs === undefined) firstSeen.set(other.id, other.seenAtMs);
        else if (other.seenAtMs > seenAtMs) this.#refuse(other);
      }
      await delay(lookEveryMs);
    }
  }

  async #readOthers(): Promise<SeenPresence[]> {
    const { first, role, website } = this.#options;
    const roles = role === "move" ? (["move", "import"] as const) : (["move"] as const);
    const found = await Promise.all(roles.map((each) => readPresences(first, each)));
    return found.flat().filter(({ id, websiteId }) => websiteId === website.id && id !== this.#id);
  }

  /** If two moves begin at the same moment, the one with the lesser id goes on. */
  #refuse({ role, change, id }: SeenPresence): void {
    const { domain } = this.#options.website;
    const isBeginning = role === "move" && change === 0 && this.#options.role === "move";
    if (isBeginning && this.#id < id) return;
    const what = role === "move" ? `${domain} is being moved` : `an import to ${domain} runs`;
    throw new StartRefused(`${what}; wait for the end of that`);
  }

  get #presence(): Presence {
    const { role, website } = this.#options;
    return { role, websiteId: website.id, id: this.#id, change: Number(this.#isHeld) };
  }

  async #write(): Promise<void> {
    const beganMs = performance.now();
    await addPresence(this.#options.first, this.#presence);
    this.#writtenMs = beganMs;
  }
}
