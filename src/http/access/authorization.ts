import type { FastifyRequest } from "fastify";
import { may } from "../../access/rights.ts";
import { findByName } from "../../websites/by-name.ts";
import type { Website } from "../../websites/website.ts";
import type { WebsiteLookup } from "../../websites/website-set.ts";
import type { Websites } from "../../websites/websites.ts";
import type { Callers } from "./callers.ts";
import { readToken, unlockCookie } from "./cookies.ts";
import type { SignedTokens } from "./signed-tokens.ts";
import type { Entrance, Lock, Visibility } from "./visibility.ts";

/** Decides what a client may see of a website, from the key and the cookies of its request. */
export class Authorization implements Entrance {
  readonly notFound = "WEBSITE_NOT_FOUND";
  readonly #callers: Callers;
  readonly #tokens: SignedTokens;
  readonly #websites: Websites;

  constructor(deps: { callers: Callers; tokens: SignedTokens; websites: Websites }) {
    this.#callers = deps.callers;
    this.#tokens = deps.tokens;
    this.#websites = deps.websites;
  }

  /**
   * Resolves with the website that the path names by `:domain`, and the view that the client has of
   * it. Rejects as `Websites.find` does.
   */
  readonly visibilityOf = (request: FastifyRequest): Promise<Visibility> => {
    // Found before the website is looked up, so that the time of it says nothing about the website.
    const caller = this.#callers.of(request);
    return this.#find(request, (website) =>
      caller !== undefined && may(caller, "read", website.id)
        ? { view: "owner", website, lock: lockOf(website) }
        : this.#viewerVisibilityOf(request, website),
    );
  };

  /** Resolves with the same as for a viewer, whoever the client is. */
  viewerVisibilityOf(request: FastifyRequest): Promise<Visibility> {
    return this.#find(request, (website) => this.#viewerVisibilityOf(request, website));
  }

  /** Resolves with the same as for a client without cookies and keys. */
  anonymousVisibilityOf(request: FastifyRequest): Promise<Visibility> {
    return this.#find(request, (website) => this.#viewerVisibility(website, () => ""));
  }

  /**
   * A website that the client does not see is looked up like a missing one, so that the time of the
   * answer does not tell the two apart.
   */
  async #find(
    { params }: FastifyRequest,
    visibilityOf: (website: Website) => Visibility,
  ): Promise<Visibility> {
    const { domain } = params as { domain: string };
    const lookUp = (all: WebsiteLookup) => {
      const website = findByName(all, domain);
      const visibility = website && visibilityOf(website);
      return visibility?.view === "none" ? undefined : visibility;
    };
    return (await this.#websites.find(lookUp)) ?? { view: "none" };
  }

  #viewerVisibilityOf(request: FastifyRequest, website: Website): Visibility {
    return this.#viewerVisibility(website, (cookie) => readToken(request, cookie));
  }

  /**
   * Returns the view of a client that is no owner. Only a website with a password reads the token:
   * a private one must not take longer than a missing one.
   */
  #viewerVisibility(website: Website, tokenIn: (cookie: string) => string): Visibility {
    const lock = lockOf(website);
    if (website.privacy === "public") return { view: "shared", website, lock };
    if (lock === undefined) return { view: "none" };
    const view = this.#tokens.unlocks(tokenIn(lock.cookie), lock) ? "shared" : "locked";
    return { view, website, lock };
  }
}

function lockOf({ id, domain, privacy, passwordHash }: Website): Lock | undefined {
  if (privacy !== "password") return undefined;
  return {
    passwordHash,
    cookie: unlockCookie(domain),
    parts: ["website", String(id), passwordHash, privacy],
    target: `website ${id}`,
  };
}
