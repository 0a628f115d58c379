import type { FastifyRequest } from "fastify";
import { may } from "../../access/rights.ts";
import { Problem } from "../../base/errors.ts";
import { normaliseDomain } from "../../websites/domain.ts";
import type { Website } from "../../websites/website.ts";
import type { WebsiteLookup } from "../../websites/website-set.ts";
import type { Websites } from "../../websites/websites.ts";
import type { Callers } from "./callers.ts";
import { readToken, websiteCookie } from "./cookies.ts";
import type { SignedTokens } from "./signed-tokens.ts";

/** The part of a website that a client may see. A private website is `none`, like a missing one. */
export type Visibility =
  | { readonly view: "owner" | "shared" | "locked"; readonly website: Website }
  | { readonly view: "none" };

/** Decides what a client may see of a website, from the key and the cookies of its request. */
export class Authorization {
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
  visibilityOf(request: FastifyRequest): Promise<Visibility> {
    // Found before the website is looked up, so that the time of it says nothing about the website.
    const caller = this.#callers.of(request);
    return this.#find(request, (website) =>
      caller !== undefined && may(caller, "read", website.id)
        ? { view: "owner", website }
        : this.#viewerVisibility(website, () => readToken(request, websiteCookie(website.domain))),
    );
  }

  /** Resolves with the same as for a client without cookies and keys. */
  anonymousVisibilityOf(request: FastifyRequest): Promise<Visibility> {
    return this.#find(request, (website) => this.#viewerVisibility(website, () => ""));
  }

  /**
   * Resolves with the website that the path names, if the client may see its statistics. Rejects
   * with `Problem` PASSWORD_REQUIRED if the website is locked, and with WEBSITE_NOT_FOUND if the
   * client sees none.
   */
  async requireVisible(request: FastifyRequest): Promise<Website> {
    const visibility = await this.visibilityOf(request);
    if (visibility.view === "none") throw new Problem("WEBSITE_NOT_FOUND");
    if (visibility.view === "locked") throw new Problem("PASSWORD_REQUIRED");
    return visibility.website;
  }

  /**
   * A website that the client does not see is looked up like a missing one, so that the time of the
   * answer does not tell the two apart.
   */
  async #find(
    { params }: FastifyRequest,
    visibilityOf: (website: Website) => Visibility,
  ): Promise<Visibility> {
    const domain = normaliseDomain((params as { domain: string }).domain) ?? "";
    const lookUp = (all: WebsiteLookup) => {
      const website = all.findByDomain(domain);
      const visibility = website && visibilityOf(website);
      return visibility?.view === "none" ? undefined : visibility;
    };
    return (await this.#websites.find(lookUp)) ?? { view: "none" };
  }

  /**
   * Returns the view of a client that is no owner. Only a website with a password reads the token:
   * a private one must not take longer than a missing one.
   */
  #viewerVisibility(website: Website, tokenOf: () => string): Visibility {
    if (website.privacy === "public") return { view: "shared", website };
    if (website.privacy !== "password") return { view: "none" };
    return { view: this.#tokens.unlocks(tokenOf(), website) ? "shared" : "locked", website };
  }
}
