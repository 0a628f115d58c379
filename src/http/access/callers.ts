import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { ApiKey } from "../../access/api-key.ts";
import type { Recorded } from "../../access/recorded.ts";
import type { Caller } from "../../access/rights.ts";
import { hashOf } from "../../access/secret.ts";
import { isSessionToken, sessionHolds } from "../../access/session.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { dayMs, isoDay } from "../../base/calendar.ts";
import { Problem } from "../../base/errors.ts";
import type { AuthProxy } from "./auth-proxy.ts";
import { bearerOf } from "./bearer.ts";
import { readToken, sessionCookie } from "./cookies.ts";
import type { LoginLimiter } from "./login-limiter.ts";
import { attemptKey } from "./sign-in-attempts.ts";
import type { SignedTokens } from "./signed-tokens.ts";
import { UsesOfDay } from "./uses-of-day.ts";

const lastUse = { routine: "last use" } as const;

/** Finds out who sends a request, from its key or its cookie: a look-up in memory. */
export class Callers {
  readonly #access: StoredAccess;
  readonly #tokens: SignedTokens;
  readonly #loginLimiter: LoginLimiter;
  readonly #ipOf: (request: IncomingMessage) => string;
  readonly #proxy: AuthProxy;
  readonly #now: () => number;
  /** The records whose use of this day is stored, or is being stored. */
  readonly #noted = new UsesOfDay();

  constructor(deps: {
    access: StoredAccess;
    tokens: SignedTokens;
    loginLimiter: LoginLimiter;
    ipOf: (request: IncomingMessage) => string;
    proxy: AuthProxy;
    now: () => number;
  }) {
    this.#access = deps.access;
    this.#tokens = deps.tokens;
    this.#loginLimiter = deps.loginLimiter;
    this.#ipOf = deps.ipOf;
    this.#proxy = deps.proxy;
    this.#now = deps.now;
  }

  /** Returns the caller with a key, or undefined if it is none, or is no longer valid. */
  ofKey(secret: string): Caller | undefined {
    if (this.#tokens.isApiKey(secret)) return { kind: "root" };
    const key = this.#access.all.findByHash("key", hashOf(secret));
    return key && this.#withKey(key);
  }

  /**
   * Resolves with the caller of a bearer header. Counts a wrong key, and rejects with `Problem`
   * TOO_MANY_ATTEMPTS if the client sent too many. A right key is never refused. The token of a
   * session is none here, but no guess either: it is too long for one.
   */
  async ofBearer(secret: string, request: FastifyRequest): Promise<Caller | undefined> {
    const caller = this.ofKey(secret);
    if (caller === undefined && !isSessionToken(secret)) {
      const target = attemptKey("", this.#ipOf(request.raw));
      await this.#loginLimiter.countAttempt("bearer", target);
    }
    return caller;
  }

  /**
   * Counts a wrong API key: a hook for `onRequest` of routes that need no key. Their answers show
   * whether a key is right, so they must not let anybody try keys without a limit.
   */
  readonly countWrongKey = async (request: FastifyRequest): Promise<void> => {
    const secret = bearerOf(request)?.key;
    if (secret !== undefined) await this.ofBearer(secret, request);
  };

  /** Returns the caller whose session the request's cookie is. */
  ofCookie(request: FastifyRequest): Caller | undefined {
    return this.ofSession(readToken(request, sessionCookie), request);
  }

  /** Returns the caller with the token of a session, or undefined if it is none, or has ended. */
  ofSession(token: string, request: FastifyRequest): Caller | undefined {
    if (token === "") return undefined;
    if (this.#tokens.isOwner(token)) return { kind: "root" };
    const { all } = this.#access;
    const keyId = this.#tokens.keyIdOf(token);
    if (keyId !== undefined) {
      const key = all.find("key", keyId);
      const holds = key !== undefined && this.#tokens.isOfKey(token, key);
      return holds ? this.#withKey(key) : undefined;
    }
    const session = all.findByHash("session", hashOf(token));
    const person = session && all.find("person", session.content.personId);
    if (session === undefined || person === undefined) return undefined;
    if (!sessionHolds(session, person, this.#now())) return undefined;
    if (!this.#proxy.sessionHolds(request.raw, session.content)) return undefined;
    this.#refuseStale();
    this.#note("session", session.id, session.content.lastSeenOn);
    this.#note("person", person.id, person.content.lastSeenOn);
    return { kind: "person", person, session };
  }

  /** Returns the caller by key or cookie. A bearer header decides alone. */
  of(request: FastifyRequest): Caller | undefined {
    const bearer = bearerOf(request);
    if (bearer === undefined) return this.ofCookie(request);
    return bearer.key === undefined ? undefined : this.ofKey(bearer.key);
  }

  #withKey(key: Recorded<ApiKey>): Caller | undefined {
    const { expiresMs, lastUsedOn } = key.content;
    if (expiresMs !== null && this.#now() >= expiresMs) return undefined;
    this.#refuseStale();
    this.#note("key", key.id, lastUsedOn);
    return { kind: "key", key };
  }

  /** Another instance may have taken a right back while the store was unavailable. */
  #refuseStale(): void {
    if (!this.#access.isTrusted) throw new Problem("STORE_UNAVAILABLE");
  }

  /** Stores the day of a record's last use, in the background, once a day. */
  #note(kind: "key" | "person" | "session", id: number, lastDay: string | null): void {
    const today = isoDay(Math.floor(this.#now() / dayMs));
    const name = `${kind} ${id}`;
    if (lastDay === today || !this.#noted.add(today, name)) return;
    const noted =
      kind === "key"
        ? this.#access.update(lastUse, kind, id, (key) => {
            return key.lastUsedOn === today ? undefined : { ...key, lastUsedOn: today };
          })
        : kind === "person"
          ? this.#access.update(lastUse, kind, id, (person) => {
              return person.lastSeenOn === today ? undefined : { ...person, lastSeenOn: today };
            })
          : this.#access.update(lastUse, kind, id, (session) => {
              return session.lastSeenOn === today ? undefined : { ...session, lastSeenOn: today };
            });
    // It is tried again at the next use.
    noted.catch(() => this.#noted.delete(name));
  }
}
