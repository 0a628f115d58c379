import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { Problem } from "../../errors.ts";
import { normaliseDomain } from "../../websites/domain.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { bearerOf } from "./bearer.ts";
import { ownerCookie, readToken, websiteCookie } from "./cookies.ts";
import { bearerTarget, type LoginLimiter } from "./login-limiter.ts";
import type { SignedTokens } from "./signed-tokens.ts";

/** What somebody sees of a website. Private websites, and those that are not there, are the same `none`. */
export type Visibility =
  | { readonly view: "owner" | "shared" | "locked"; readonly website: Website }
  | { readonly view: "none" };

/** Decides who sees what, from what a request carries. */
export class Authorization {
  readonly #tokens: SignedTokens;
  readonly #websites: Websites;
  readonly #loginLimiter: LoginLimiter;
  readonly #addressOf: (request: IncomingMessage) => string;

  constructor(deps: {
    tokens: SignedTokens;
    websites: Websites;
    loginLimiter: LoginLimiter;
    addressOf: (request: IncomingMessage) => string;
  }) {
    this.#tokens = deps.tokens;
    this.#websites = deps.websites;
    this.#loginLimiter = deps.loginLimiter;
    this.#addressOf = deps.addressOf;
  }

  /**
   * Whether this is an API key. Throws `Problem` TOO_MANY_ATTEMPTS for a wrong one whose address sent too many; a right
   * key is never refused.
   */
  async checkKey(key: string, request: FastifyRequest): Promise<boolean> {
    if (this.#tokens.isApiKey(key)) return true;
    await this.#loginLimiter.countAttempt(bearerTarget, this.#addressOf(request.raw));
    return false;
  }

  /** A hook for `onRequest` where no key is needed: a wrong one is counted there, too, as the answer tells a right one. */
  readonly countWrongKey = async (request: FastifyRequest): Promise<void> => {
    const key = bearerOf(request)?.key;
    if (key !== undefined) await this.checkKey(key, request);
  };

  /** Whether the request carries an owner's cookie. */
  isSignedIn(request: FastifyRequest): boolean {
    return this.#tokens.isOwner(readToken(request, ownerCookie));
  }

  /** Whether the request carries an owner's cookie or an API key. */
  isOwner(request: FastifyRequest): boolean {
    const key = bearerOf(request)?.key;
    return (key !== undefined && this.#tokens.isApiKey(key)) || this.isSignedIn(request);
  }

  /** The website that the path names by `:domain`, and what is seen of it. */
  visibilityOf(request: FastifyRequest): Visibility {
    // Before anything is known of the website, so that the time it takes says nothing of it.
    const isOwner = this.isOwner(request);
    const website = this.#find(request);
    if (website === undefined) return { view: "none" };
    if (isOwner) return { view: "owner", website };
    return this.#lookAt(website, () => readToken(request, websiteCookie(website.domain)));
  }

  /** The same for who comes without cookies and keys. */
  anonymousVisibilityOf(request: FastifyRequest): Visibility {
    const website = this.#find(request);
    return website === undefined ? { view: "none" } : this.#lookAt(website, () => "");
  }

  /** The website of `look`, for who sees its statistics. Throws `Problem` PASSWORD_REQUIRED and WEBSITE_NOT_FOUND. */
  requireVisible(request: FastifyRequest): Website {
    const seen = this.visibilityOf(request);
    if (seen.view === "none") throw new Problem("WEBSITE_NOT_FOUND");
    if (seen.view === "locked") throw new Problem("PASSWORD_REQUIRED");
    return seen.website;
  }

  #find({ params }: FastifyRequest): Website | undefined {
    const { domain } = params as { domain: string };
    return this.#websites.all.findByDomain(normaliseDomain(domain) ?? "");
  }

  /** The pass is read for websites with a password alone: nothing is done for a private one that takes time. */
  #lookAt(website: Website, pass: () => string): Visibility {
    if (website.privacy === "public") return { view: "shared", website };
    if (website.privacy !== "password") return { view: "none" };
    return { view: this.#tokens.unlocks(pass(), website) ? "shared" : "locked", website };
  }
}
