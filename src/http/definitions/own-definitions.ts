import type { FastifyRequest } from "fastify";
import { type Caller, may } from "../../access/rights.ts";
import { invalid, Problem } from "../../base/errors.ts";
import { ownerOf } from "../../definitions/definition.ts";
import type { DefinitionLookup } from "../../definitions/definition-set.ts";
import { callerOf } from "../access/authentication.ts";
import { forbidden } from "../access/require-need.ts";
import { visibleOf } from "../reports/viewer-site.ts";

/** Returns the definitions that a caller sees: those that all share, and its own. */
export function seenBy(caller: Caller, all: DefinitionLookup): DefinitionLookup {
  return visibleOf(all, (_, { content }) => holderOf(caller, content) !== "other");
}

/**
 * Returns the checks of a definition of a website before and after a change of the caller: its own
 * ones need no right but that of the route, and shared ones `write`. They throw `Problem` FORBIDDEN
 * without it, NOT_FOUND for a definition of somebody else, and VALIDATION for one that would be.
 */
export function ownerChecks(request: FastifyRequest, websiteId: number) {
  const caller = callerOf(request);
  const check = (content: object, other: () => Problem) => {
    const holder = holderOf(caller, content);
    if (holder === "other") throw other();
    if (holder === "all" && !may(caller, "write", websiteId)) throw forbidden("write");
  };
  return {
    before: (content: object) => check(content, () => new Problem("NOT_FOUND")),
    after: <Content extends object>(content: Content): Content => {
      check(content, () => invalid({ person: ["must be 0, or your own id"] }));
      return content;
    },
  };
}

/** Returns whose a definition is, as a caller sees it. */
function holderOf(caller: Caller, content: object): "all" | "self" | "other" {
  const owner = ownerOf(content);
  if (owner === 0) return "all";
  return caller.kind === "person" && caller.person.id === owner ? "self" : "other";
}
