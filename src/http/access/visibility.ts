import type { FastifyRequest } from "fastify";

import { type ErrorCode, Problem } from "../../base/errors.ts";
import type { Definition } from "../../definitions/definition.ts";
import type { Website } from "../../websites/website.ts";

/** A password that viewers need, and the cookie of those who have given it. */
export interface Lock {
  /** See `hashPassword`. */
  readonly passwordHash: string;
  /** The name of the cookie. */
  readonly cookie: string;
  /** Everything that the token in the cookie depends on. */
  readonly parts: readonly string[];
  /** The target of attempts, see `LoginLimiter`. */
  readonly target: string;
}

/** A website that a client may see, at least once it is unlocked. */
export interface Visible {
  readonly view: "owner" | "shared" | "locked";
  readonly website: Website;
  /** Undefined if viewers need no password. */
  readonly lock: Lock | undefined;
  /** The shared link that the client came by; undefined if it shows everything. */
  readonly link?: Definition<"share">;
}

/** The part of a website that a client may see. Nothing looks like a website that is missing. */
export type Visibility = Visible | { readonly view: "none" };

/** A way by which viewers come to a website: its domain, or a shared link. */
export interface Entrance {
  /** Resolves with what the client may see of the website that the path names. */
  visibilityOf(request: FastifyRequest): Promise<Visibility>;
  /** The error for a client that sees nothing. */
  readonly notFound: ErrorCode;
}

/** Resolves with what the client may see, locked or not. Rejects if it sees nothing. */
export async function requireThere(
  { visibilityOf, notFound }: Entrance,
  request: FastifyRequest,
): Promise<Visible> {
  const visibility = await visibilityOf(request);
  if (visibility.view === "none") throw new Problem(notFound);
  return visibility;
}

/** Resolves with the same. Rejects with `Problem` PASSWORD_REQUIRED, too, if it is locked. */
export async function requireVisible(
  entrance: Entrance,
  request: FastifyRequest,
): Promise<Visible> {
  const visible = await requireThere(entrance, request);
  if (visible.view === "locked") throw new Problem("PASSWORD_REQUIRED");
  return visible;
}
