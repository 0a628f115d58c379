import { createHmac, timingSafeEqual } from "node:crypto";
import { Signer } from "@fastify/cookie";

import { dayMs } from "../../calendar.ts";
import type { Website } from "../../websites/website.ts";
import type { Keys } from "./keys.ts";

/** The life of a pass, and of the cookie that carries it. */
export const tokenDays = 30;
export const tokenLifeS = tokenDays * (dayMs / 1000);

/** What a website's pass depends on. */
type Locked = Pick<Website, "id" | "passwordHash" | "privacy">;

/**
 * Passes are texts that open something to whoever has them. Nothing is kept of them:
 *
 * - A pass is the time of its end, signed. Nobody makes one, or moves its end, without the cookie key.
 * - The key of a signature is derived from the cookie key and from all that the pass depends on: its API key, or its
 *   website's id, password and privacy. When one of these is no more, no signature fits, so the pass is dead.
 * - What is signed says nothing about keys and passwords, not even to who guesses them.
 */
export class SignedTokens {
  readonly #cookieKey: string;
  readonly #now: () => number;
  /** API keys are compared by what is derived from them: all have one length then. */
  readonly #owners: readonly Buffer[];
  readonly #ownerSigner: Signer;

  constructor(keys: Pick<Keys, "api" | "cookie">, now: () => number) {
    this.#cookieKey = keys.cookie;
    this.#now = now;
    this.#owners = keys.api.map((key) => this.#derive("owner", key));
    this.#ownerSigner = new Signer([...this.#owners]);
  }

  /** Whether this is one of the API keys, in constant time. */
  isApiKey(key: string): boolean {
    const given = this.#derive("owner", key);
    return this.#owners.filter((known) => timingSafeEqual(known, given)).length > 0;
  }

  /** A pass for everything, as long as this API key is one. */
  forOwner(key: string): string {
    return this.#sign(new Signer(this.#derive("owner", key)));
  }

  isOwner(pass: string): boolean {
    return this.#holds(pass, this.#ownerSigner);
  }

  /** A pass for one website, as long as it has this password and privacy. */
  forWebsite(website: Locked): string {
    return this.#sign(this.#signerOf(website));
  }

  unlocks(pass: string, website: Locked): boolean {
    return this.#holds(pass, this.#signerOf(website));
  }

  #signerOf({ id, passwordHash, privacy }: Locked): Signer {
    return new Signer(this.#derive("website", String(id), passwordHash, privacy));
  }

  #derive(...parts: string[]): Buffer {
    return createHmac("sha256", this.#cookieKey).update(JSON.stringify(parts)).digest();
  }

  #sign(signer: Signer): string {
    return signer.sign(String(this.#now() + tokenLifeS * 1000));
  }

  #holds(pass: string, signer: Signer): boolean {
    const { valid, value } = signer.unsign(pass);
    return valid && Number(value) > this.#now();
  }
}
