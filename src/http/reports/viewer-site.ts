import { invalid, Problem } from "../../base/errors.ts";
import { definitionFilterNames, type Filter } from "../../counting/filters.ts";
import type { Definition, Kind } from "../../definitions/definition.ts";
import type { DefinitionLookup } from "../../definitions/definition-set.ts";
import type { Segment } from "../../definitions/segment.ts";
import { type Share, type ShareReport, showsReports } from "../../definitions/share.ts";
import { filterValueErrors, nameDefinitions, readFilters } from "./filter-params.ts";
import { reachedDefinitions } from "./reached-definitions.ts";
import type { Site } from "./site.ts";

/** Returns whether a reader may see a definition. */
type IsVisible = <K extends Kind>(kind: K, definition: Definition<K>) => boolean;

/** The reports to which definitions belong that a link may not show. */
export const reportsOf: Readonly<Partial<Record<Kind, ShareReport>>> = {
  goal: "goals",
  funnel: "funnels",
};

/** Returns the part of a site that viewers see at the path of its domain. */
export function publicSite({ recentReads: _, ...site }: Site): Site {
  return {
    ...site,
    definitions: async (...kinds) => visibleOf(await site.definitions(...kinds), isPublic),
  };
}

/**
 * Resolves with the part of a site that viewers see by a shared link. Rejects with `Problem`
 * VALIDATION if the link's segment has a filter that is none any more: it would select others.
 *
 * Where the link has a segment, viewers must learn nothing of what it hides. So every number has
 * its filters, and goals and funnels are there only if all that they name was reached by visitors
 * of the segment. Everything else looks as if it were missing.
 */
export async function linkedSite(whole: Site, link: Share, nowMs: number): Promise<Site> {
  const { segmentId } = link;
  const { recentReads, ...rest } = whole;
  const site = recentReads && showsReports(link, "reads") ? { ...rest, recentReads } : rest;
  const listed = (kind: Kind, definition: Definition): boolean => isListed(link, kind, definition);
  if (segmentId === null) {
    return {
      ...site,
      definitions: async (...kinds) => visibleOf(await site.definitions(...kinds), listed),
    };
  }
  const forced = await segmentFilters(site, segmentId);
  return {
    ...site,
    forced,
    async definitions(...kinds) {
      const all = await site.definitions(...kinds);
      const named = definitionFilterNames.filter((kind) => kinds.includes(kind));
      const own = visibleOf(all, listed);
      const reached = await reachedDefinitions({ ...site, forced }, own, named, nowMs);
      return visibleOf(own, (kind, definition) => {
        if (kind === "goal" || kind === "funnel") return reached(kind, definition.id);
        return kind !== "segment" || !nameDefinitions((definition.content as Segment).filters);
      });
    },
  };
}

/** Returns whether a link shows a definition: if it is public, or of a report that is listed. */
function isListed(link: Share, kind: Kind, definition: Definition): boolean {
  const isShown = (named: Kind) => {
    const group = reportsOf[named];
    return group === undefined || showsReports(link, group);
  };
  if (!isShown(kind) || !isPublic(kind, definition)) return false;
  if (kind !== "segment") return true;
  const { filters } = definition.content as Segment;
  return definitionFilterNames.every((name) => filters[name] === undefined || isShown(name));
}

/** Returns whether viewers of a public website see a definition. */
function isPublic(kind: Kind, { content }: Definition): boolean {
  if (kind === "goal" || kind === "funnel") return true;
  return "public" in content && content.public === 1;
}

/** Resolves with the filters of a link's segment, which may name any definition. */
async function segmentFilters(site: Site, segmentId: number): Promise<readonly Filter[]> {
  const all = await site.definitions("segment", "goal", "funnel");
  const segment = all.find("segment", segmentId)?.content;
  if (segment === undefined) throw new Problem("ROUTE_NOT_FOUND");
  if (Object.keys(filterValueErrors(segment.filters, all)).length > 0) {
    throw invalid({ segment: ["of this link has a filter that is none any more"] });
  }
  return readFilters(segment.filters, all);
}

/** Returns the definitions that a reader sees. */
export function visibleOf(all: DefinitionLookup, isVisible: IsVisible): DefinitionLookup {
  return {
    list: (kind) => all.list(kind).filter((definition) => isVisible(kind, definition)),
    find(kind, id) {
      const found = all.find(kind, id);
      return found !== undefined && isVisible(kind, found) ? found : undefined;
    },
  };
}
