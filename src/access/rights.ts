import { type Actor, rootActor } from "../base/author.ts";
import type { KeyRight } from "../model/choices.ts";
import type { ApiKey } from "./api-key.ts";
import type { Person } from "./person.ts";
import type { Recorded } from "./recorded.ts";
import type { Session } from "./session.ts";

/**
 * The needs of routes. docs/access.md says which caller may what.
 *
 * - `read`: everything that GET answers about a website, and lists of websites.
 * - `write`: a website's settings, definitions, imports, shared links, alerts and e-mail reports.
 * - `collect`: events in bulk.
 * - `create`: making and deleting websites.
 * - `operate`: the metrics of the server.
 * - `admin`: keys, people, their grants, webhooks, and the audit list.
 * - `self`: what a caller asks about itself.
 */
export const needs = ["read", "write", "collect", "create", "operate", "admin", "self"] as const;
export type Need = (typeof needs)[number];

/** A caller with a key or a session that holds now. */
export type Caller =
  | { readonly kind: "root" }
  | { readonly kind: "key"; readonly key: Recorded<ApiKey> }
  | {
      readonly kind: "person";
      readonly person: Recorded<Person>;
      readonly session: Recorded<Session>;
    };

/** The rights of a key, any of which meets a need. Nothing meets the needs that are missing. */
const rightsFor: Partial<Readonly<Record<Need, readonly KeyRight[]>>> = {
  read: ["read", "write"],
  write: ["write"],
  collect: ["collect", "write"],
  create: ["write"],
  operate: ["operate"],
};

/**
 * Returns whether a caller may do what a route needs: on a website, or, without its id, on lists of
 * websites and on what belongs to none. This is the one place where it is decided.
 */
export function may(caller: Caller, need: Need, websiteId?: number): boolean {
  if (caller.kind === "root" || need === "self") return true;
  if (caller.kind === "key") {
    const { may: rights, websites } = caller.key.content;
    if (!rightsFor[need]?.some((right) => rights.includes(right))) return false;
    if (need === "create") return websites === "all";
    return websiteId === undefined || websites === "all" || websites.includes(websiteId);
  }
  return personMay(caller.person.content, need, websiteId);
}

/** Returns whether a person may do what a route needs, as `may` does. */
export function personMay(
  { role, grants }: Pick<Person, "role" | "grants">,
  need: Need,
  websiteId?: number,
): boolean {
  if (role === "owner") return true;
  if (need === "operate" || need === "admin") return false;
  if (need === "read" && websiteId === undefined) return true;
  return grants.some(
    ({ website_id: granted, may: level }) =>
      (need === "read" || level === "edit") &&
      (granted === "all" || (need !== "create" && granted === websiteId)),
  );
}

/** Returns whether the caller may do what the need is for on every website, also on later ones. */
export function mayOnAll(caller: Caller, need: "read" | "write"): boolean {
  // No website has this id.
  return may(caller, need, 0);
}

/** A caller, or a person who is about to become one. */
export type Named =
  | Exclude<Caller, { kind: "person" }>
  | { readonly kind: "person"; readonly person: Recorded<Person> };

export function actorOf(caller: Named): Actor {
  if (caller.kind === "root") return rootActor;
  const { id, content } = caller.kind === "key" ? caller.key : caller.person;
  return { kind: caller.kind, id, name: content.name };
}
