import { timingSafeEqual } from "node:crypto";

import type { Definition } from "./definition.ts";
import type { DefinitionLookup } from "./definition-set.ts";

/** Returns the link with this token, unless it has expired. */
export function findShare(
  definitions: DefinitionLookup,
  token: string,
  nowMs: number,
): Definition<"share"> | undefined {
  const asked = Buffer.from(token);
  return definitions.list("share").find(({ content }) => {
    const own = Buffer.from(content.token);
    if (own.length !== asked.length || !timingSafeEqual(own, asked)) return false;
    return content.expiresAt === null || nowMs < Date.parse(content.expiresAt);
  });
}

/** Returns the names of the links that show a segment. */
export function linksOf(definitions: DefinitionLookup, segmentId: number): string[] {
  const links = definitions.list("share").filter(({ content }) => content.segmentId === segmentId);
  return links.map(({ content }) => content.name);
}
