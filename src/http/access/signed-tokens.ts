import { createHmac, timingSafeEqual } from "node:crypto";
import { Signer } from "@fastify/cookie";

import type { ApiKey } from "../../access/api-key.ts";
import type { Person } from "../../access/person.ts";
import type { Recorded } from "../../access/recorded.ts";
import { newSecret } from "../../access/secret.ts";
import { comparableEmail } from "../../base/email-address.ts";
import type { Keys } from "./keys.ts";
import { deviceLifeS, tokenLifeS } from "./login-limits.ts";
import type { Lock } from "./visibility.ts";

/** The parts that the token of a browser depends on: a new password makes all of them void. */
type Account = Pick<Person, "email" | "passwordHash">;

/** The beginning of a token of a key that somebody made. */
const keyMark = "key-";

/**
 * Makes and checks tokens. A token is a text that gives access to whoever has it. The server stores
 * no tokens:
 *
 * - A token is the time of its end, signed. Without the cookie key, nobody can make a token or move
 *   its end.
 * - The key of a signature is derived from the cookie key and from all that the token depends on.
 *   For an owner that is the API key; for a website, its id, password and privacy; for a shared
 *   link, its website, its URL and its password. When one of these changes, the signature no longer
 *   fits, and the token is void.
 * - A token says nothing about keys and passwords. Nobody can check a guess of one with it.
 */
export class SignedTokens {
  readonly #cookieKey: string;
  readonly #now: () => number;
  /** Keys derived from the API keys. They are compared instead, as all of them have one length. */
  readonly #ownerKeys: readonly Buffer[];
  readonly #ownerSigner: Signer;

  constructor(keys: Pick<Keys, "api" | "cookie">, now: () => number) {
    this.#cookieKey = keys.cookie;
    this.#now = now;
    this.#ownerKeys = keys.api.map((key) => this.#derive("owner", key));
    this.#ownerSigner = new Signer([...this.#ownerKeys]);
  }

  /**
   * Returns whether this is one of the API keys. Compares it with all of them, in constant time, so
   * that the time says nothing about a guess.
   */
  isApiKey(key: string): boolean {
    const derived = this.#derive("owner", key);
    return this.#ownerKeys.filter((ownerKey) => timingSafeEqual(ownerKey, derived)).length > 0;
  }

  /** Returns a token for everything. It holds as long as this key is an API key. */
  forOwner(key: string): string {
    return this.#sign(new Signer(this.#derive("owner", key)));
  }

  isOwner(token: string): boolean {
    return this.#holds(token, this.#ownerSigner);
  }

  /** Returns a token with the rights of a key. It holds as long as the key exists. */
  forKey(key: Recorded<ApiKey>): string {
    return `${keyMark}${key.id}.${this.#sign(this.#signerOfKey(key))}`;
  }

  /** Returns the id of the key that the token says it is of; undefined if it is of none. */
  keyIdOf(token: string): number | undefined {
    const id = /^key-([1-9]\d{0,9})\./.exec(token)?.[1];
    return id === undefined ? undefined : Number(id);
  }

  isOfKey(token: string, key: Recorded<ApiKey>): boolean {
    return this.#holds(token.slice(token.indexOf(".") + 1), this.#signerOfKey(key));
  }

  /**
   * Returns a token that says that a browser has signed in to this account before. Somebody who
   * tries passwords elsewhere does not take the attempts of such a browser.
   */
  forDevice(person: Account): string {
    const device = `${newSecret(16)}.${this.#now() + deviceLifeS * 1000}`;
    return this.#deviceSigner(person).sign(device);
  }

  /** Returns the id of the browser if the token is of this account and holds. */
  deviceOf(token: string, person: Account): string | undefined {
    const { valid, value } = this.#deviceSigner(person).unsign(token);
    const [device, ends] = value?.split(".") ?? [];
    return valid && Number(ends) > this.#now() ? device : undefined;
  }

  /** Returns a token for what has a lock. It holds as long as the lock stays the same. */
  forLock(lock: Pick<Lock, "parts">): string {
    return this.#sign(this.#signerOf(lock));
  }

  unlocks(token: string, lock: Pick<Lock, "parts">): boolean {
    return this.#holds(token, this.#signerOf(lock));
  }

  #signerOfKey({ id, content }: Recorded<ApiKey>): Signer {
    return new Signer(this.#derive("key", String(id), content.hash));
  }

  #deviceSigner({ email, passwordHash }: Account): Signer {
    return new Signer(this.#derive("device", comparableEmail(email), passwordHash));
  }

  #signerOf({ parts }: Pick<Lock, "parts">): Signer {
    return new Signer(this.#derive(...parts));
  }

  #derive(...parts: readonly string[]): Buffer {
    return createHmac("sha256", this.#cookieKey).update(JSON.stringify(parts)).digest();
  }

  #sign(signer: Signer): string {
    return signer.sign(String(this.#now() + tokenLifeS * 1000));
  }

  #holds(token: string, signer: Signer): boolean {
    const { valid, value } = signer.unsign(token);
    return valid && Number(value) > this.#now();
  }
}
