import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";

import { type Caller, may, type Need } from "../../access/rights.ts";
import { Problem } from "../../base/errors.ts";
import { findByIdOrName } from "../../websites/by-name.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { callerOf } from "./authentication.ts";

declare module "fastify" {
  interface FastifySchema {
    /** The need of a route under `/api/v1`, see `may`. */
    need?: Need;
  }
}

/**
 * Returns a hook for `onRequest` that admits callers who may do what the route needs. Others get
 * `Problem` FORBIDDEN, or WEBSITE_NOT_FOUND for a website that they may not read.
 */
export function requireNeed(websites: Websites): onRequestAsyncHookHandler {
  return async function checkNeed(request) {
    // An unknown URL has no route, and is refused by the next hook.
    if (request.is404) return;
    const need = needOf(request);
    if (namesWebsite(request)) await websiteByPath(request, websites);
    else if (!may(callerOf(request), need)) throw forbidden(need);
  };
}

function needOf({ routeOptions }: FastifyRequest): Need {
  const need = routeOptions.schema?.need;
  if (need === undefined) throw new Error(`the route ${routeOptions.url} states no need`);
  return need;
}

interface WebsiteParams {
  readonly id?: string;
  readonly website_id?: string;
}

/** Returns whether the path of a route has the id of a website. */
function namesWebsite({ routeOptions: { url = "" } }: FastifyRequest): boolean {
  return /^\/api\/v1\/(?:websites\/:id|stats\/:website_id)(?![^/])/.test(url);
}

/**
 * Resolves with the website that the path names by `:id` or `:website_id`: its id, its domain or an
 * alias. Rejects with `Problem` WEBSITE_NOT_FOUND if there is none, and as `Websites.find` does. A
 * website that the caller may not read is like one that does not exist. Rejects with FORBIDDEN if
 * the caller may read it, and not do what the route needs.
 */
export async function websiteByPath(request: FastifyRequest, websites: Websites): Promise<Website> {
  const need = needOf(request);
  const caller = callerOf(request);
  const params = request.params as WebsiteParams;
  const text = params.id ?? params.website_id ?? "";
  const website = await websites.find((all) => {
    const found = findByIdOrName(all, text);
    return found && (may(caller, "read", found.id) || may(caller, need, found.id))
      ? found
      : undefined;
  });
  if (website === undefined) throw new Problem("WEBSITE_NOT_FOUND");
  if (!may(caller, need, website.id)) throw forbidden(need);
  return website;
}

/** Resolves with the website of an id, a domain or an alias, if the caller may read it. */
export function findReadable(
  caller: Caller,
  text: string,
  websites: Websites,
): Promise<Website | undefined> {
  return websites.find((all) => {
    const found = findByIdOrName(all, text);
    return found && may(caller, "read", found.id) ? found : undefined;
  });
}

/** Resolves with the websites that the caller may read. Rejects as `Websites.find` does. */
export async function listReadable(
  caller: Caller,
  websites: Websites,
): Promise<readonly Website[]> {
  // After a start without the first store and a copy of its websites, none may be known yet.
  await websites.find((all) => all.list()[0]);
  return readable(websites.all.list(), caller);
}

/** Returns the websites that the caller may read. */
export function readable(websites: readonly Website[], caller: Caller): readonly Website[] {
  return websites.filter(({ id }) => may(caller, "read", id));
}

/** Returns the problem of a caller who may not do what the need is for. */
export function forbidden(need: Need): Problem {
  return new Problem("FORBIDDEN", {
    message: `This needs the right "${need}", which the key or person does not have`,
  });
}
