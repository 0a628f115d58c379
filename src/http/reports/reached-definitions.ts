import { isoDay, localDay, moveDay } from "../../base/calendar.ts";
import { Problem } from "../../base/errors.ts";
import type { DefinitionFilterName, Filter } from "../../counting/filters.ts";
import type { DefinitionLookup } from "../../definitions/definition-set.ts";
import type { Matcher } from "../../definitions/matcher.ts";
import { goalsReport } from "../../stats/goals.ts";
import type { Site } from "./site.ts";

/** Retention leaves the events of at least this many days. */
const days = 30;

/** Returns whether a goal or a funnel was reached. */
type IsReached = (kind: DefinitionFilterName, id: number) => boolean;

/**
 * Resolves with the function that says which goals and funnels of these kinds were reached in the
 * last 30 days by visitors that pass the site's forced filters: all events that a goal or the steps
 * of a funnel name, each by anyone. These name nothing that is not in the visitors' own pages and
 * events.
 */
export async function reachedDefinitions(
  site: Site & { readonly forced: readonly Filter[] },
  definitions: DefinitionLookup,
  kinds: readonly DefinitionFilterName[],
  nowMs: number,
): Promise<IsReached> {
  const matchers = new Map<string, Matcher>();
  const keysOf = (list: readonly Matcher[]) =>
    list.map(({ type, value, props }) => {
      const matcher = { type, value, props };
      const key = JSON.stringify(matcher);
      matchers.set(key, matcher);
      return key;
    });
  const named = kinds.flatMap((kind) =>
    definitions.list(kind).map(({ id, content }) => {
      const own = "steps" in content ? content.steps : [content];
      return { name: `${kind} ${id}`, keys: keysOf(own) };
    }),
  );
  const seen = await seenMatchers(site, matchers, nowMs);
  const reached = named.filter(({ keys }) => keys.every((key) => seen.has(key)));
  const names = new Set(reached.map(({ name }) => name));
  return (kind, id) => names.has(`${kind} ${id}`);
}

/** Resolves with the keys of the matchers that an event of the visitors matches. */
async function seenMatchers(
  { website, statistics, forced }: Site & { readonly forced: readonly Filter[] },
  matchers: ReadonlyMap<string, Matcher>,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  if (matchers.size === 0) return new Set();
  const to = isoDay(localDay(website.timezone, nowMs));
  const query = {
    websiteId: website.id,
    from: moveDay(to, 1 - days),
    to,
    excludesImports: true,
    countsFrom: "events",
    filters: forced,
    goals: [...matchers.values()].map((matcher) => ({ ...matcher, name: "" })),
  } as const;
  // Several requests can wait for one answer, so none of them ends it.
  const caller = { signal: new AbortController().signal, priority: "viewer" } as const;
  try {
    const { value } = await statistics.report(goalsReport, query, caller);
    return new Set([...matchers.keys()].filter((_, nth) => value.goals[nth]?.conversions));
  } catch (error) {
    // Some of the days have no events that filters could be applied to.
    if (error instanceof Problem && error.code === "VALIDATION") return new Set();
    throw error;
  }
}
