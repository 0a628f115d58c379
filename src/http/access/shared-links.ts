import type { FastifyBaseLogger, FastifyRequest } from "fastify";

import { dayMs, isoDay } from "../../base/calendar.ts";
import { Problem } from "../../base/errors.ts";
import type { Definition } from "../../definitions/definition.ts";
import { findShare } from "../../definitions/share-lookup.ts";
import { websiteIdOf } from "../../definitions/share-token.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import type { Websites } from "../../websites/websites.ts";
import { readToken, unlockCookie } from "./cookies.ts";
import type { SignedTokens } from "./signed-tokens.ts";
import { UsesOfDay } from "./uses-of-day.ts";
import type { Entrance, Lock, Visibility } from "./visibility.ts";

interface SharedLinkDeps {
  readonly websites: Websites;
  readonly definitions: Definitions;
  readonly tokens: SignedTokens;
  readonly now: () => number;
  readonly logger: FastifyBaseLogger;
}

/**
 * Decides what a client sees by a shared link, which the path names by `:token`. It is the same for
 * everybody, owners included. A link that has expired is `none`, like one that is missing.
 */
export class SharedLinks implements Entrance {
  readonly notFound = "ROUTE_NOT_FOUND";
  readonly #deps: SharedLinkDeps;
  /** The links whose use of this day this process has stored, or is storing. */
  readonly #noted = new UsesOfDay();

  constructor(deps: SharedLinkDeps) {
    this.#deps = deps;
  }

  readonly visibilityOf = async (request: FastifyRequest): Promise<Visibility> => {
    const { websites, definitions, tokens, now } = this.#deps;
    const { token } = request.params as { readonly token: string };
    const id = websiteIdOf(token);
    const website = id === undefined ? undefined : await websites.find((all) => all.find(id));
    if (website === undefined) return { view: "none" };
    const link = findShare(await definitions.of(website.id), token, now());
    if (link === undefined) return { view: "none" };
    const lock = lockOf(website.id, link);
    const isOpen = lock === undefined || tokens.unlocks(readToken(request, lock.cookie), lock);
    if (isOpen) this.#noteUse(website.id, link);
    return { view: isOpen ? "shared" : "locked", website, lock, link };
  };

  /** Stores the day of a use, once a day. The request does not wait for it. */
  #noteUse(websiteId: number, { id, content }: Definition<"share">): void {
    const day = isoDay(Math.floor(this.#deps.now() / dayMs));
    if (isUsedOn(content, day)) return;
    const name = `${websiteId} ${id}`;
    if (!this.#noted.add(day, name)) return;
    this.#storeUse(websiteId, id, day).catch((error: unknown) => {
      this.#noted.delete(name);
      if (error instanceof Problem) return;
      this.#deps.logger.warn({ err: error }, "the use of a shared link was not stored");
    });
  }

  #storeUse(websiteId: number, id: number, day: string): Promise<Definition<"share">> {
    return this.#deps.definitions.update(
      { routine: "last use" },
      websiteId,
      "share",
      id,
      (link) => (isUsedOn(link, day) ? undefined : { ...link, lastUsedOn: day }),
      { isAsked: false },
    );
  }
}

/** Returns whether a use of this day is stored. Another machine's clock may be ahead. */
function isUsedOn({ lastUsedOn }: Definition<"share">["content"], day: string): boolean {
  return lastUsedOn !== null && lastUsedOn >= day;
}

function lockOf(websiteId: number, { id, content }: Definition<"share">): Lock | undefined {
  const { token, passwordHash } = content;
  if (passwordHash === "") return undefined;
  return {
    passwordHash,
    cookie: unlockCookie(token),
    parts: ["share", String(websiteId), token, passwordHash],
    target: `share ${websiteId} ${id}`,
  };
}
