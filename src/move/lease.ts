import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import {
  addHeartbeat,
  endHeartbeat,
  goneAfterMs,
  type Heartbeat,
  heartbeatEveryMs,
  readHeartbeats,
  type SeenHeartbeat,
} from "../clickhouse/shards/heartbeats.ts";

const lookEveryMs = 200;

export interface LeaseOptions {
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
export class Lease {
  readonly #options: LeaseOptions;
  readonly #id = randomUUID();
  #isHeld = false;
  #writtenMs = performance.now();
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /**
   * Resolves when no other program stands in the way. Throws `StartRefused`, with one line, if one
   * does. A program that was killed looks alive for up to ten seconds, and is waited for.
   */
  static async open(options: LeaseOptions): Promise<Lease> {
    const lease = new Lease(options);
    await lease.#write();
    lease.#timer = setInterval(() => void lease.#write().catch(() => {}), heartbeatEveryMs);
    try {
      await lease.#waitForOthers();
      lease.#isHeld = true;
      await lease.#write();
      return lease;
    } catch (error) {
      await lease.close();
      throw error;
    }
  }

  /** Throws `StartRefused` if this process was suspended for long enough to count as gone. */
  assertHeld(): void {
    if (performance.now() - this.#writtenMs < goneAfterMs - heartbeatEveryMs) return;
    throw new StartRefused(
      "the first ClickHouse server was unavailable too long; run the command again",
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await endHeartbeat(this.#options.first, this.#heartbeat).catch(() => {});
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

  async #readOthers(): Promise<SeenHeartbeat[]> {
    const { first, role, website } = this.#options;
    const roles = role === "move" ? (["move", "import"] as const) : (["move"] as const);
    const found = await Promise.all(roles.map((each) => readHeartbeats(first, each)));
    return found.flat().filter(({ id, websiteId }) => websiteId === website.id && id !== this.#id);
  }

  /** If two moves begin at the same moment, the one with the lesser id goes on. */
  #refuse({ role, change, id }: SeenHeartbeat): void {
    const { domain } = this.#options.website;
    const isBeginning = role === "move" && change === 0 && this.#options.role === "move";
    if (isBeginning && this.#id < id) return;
    const what = role === "move" ? `${domain} is being moved` : `an import to ${domain} runs`;
    throw new StartRefused(`${what}; wait for the end of that`);
  }

  get #heartbeat(): Heartbeat {
    const { role, website } = this.#options;
    return { role, websiteId: website.id, id: this.#id, change: Number(this.#isHeld) };
  }

  async #write(): Promise<void> {
    const beganMs = performance.now();
    await addHeartbeat(this.#options.first, this.#heartbeat);
    this.#writtenMs = beganMs;
  }
}
