import { TimeSlices } from "../../base/async/time-slices.ts";
import { compilePageRules, type PageRule, segmentsOf } from "../../base/page-rules.ts";

interface PageCount {
  readonly value: string;
  readonly pageviews: number;
}

/** The pages that a rule concerns, before and after it, with the most page views first. */
export interface RulePreview {
  readonly before: readonly PageCount[];
  readonly after: readonly PageCount[];
}

/** Returns texts of which each page that a rule concerns has one. */
export function searchesFor({ match, page }: PageRule): string[] {
  const segments = segmentsOf(match);
  const wild = segments.findIndex((segment) => segment === "*" || segment === "**");
  const fixed = `/${(wild === -1 ? segments : segments.slice(0, wild)).join("/")}`;
  return page.startsWith(fixed) ? [fixed] : [fixed, page];
}

/**
 * Resolves with what a rule does to pages: those that get another name, and those that have that
 * name already.
 */
export async function previewRule(
  pages: ReadonlyMap<string, number>,
  rule: PageRule,
): Promise<RulePreview> {
  const slices = new TimeSlices();
  const rename = compilePageRules([rule]);
  const before: PageCount[] = [];
  const after = new Map<string, number>();
  for (const [value, pageviews] of pages) {
    await slices.pause();
    const name = rename(value);
    if (name === value) continue;
    before.push({ value, pageviews });
    after.set(name, (after.get(name) ?? 0) + pageviews);
  }
  for (const [name, pageviews] of after) {
    await slices.pause();
    const had = pages.get(name);
    if (had === undefined || rename(name) !== name) continue;
    before.push({ value: name, pageviews: had });
    after.set(name, pageviews + had);
  }
  return {
    before: before.sort(byViews),
    after: [...after].map(([value, pageviews]) => ({ value, pageviews })).sort(byViews),
  };
}

function byViews(a: PageCount, b: PageCount): number {
  return b.pageviews - a.pageviews || (a.value < b.value ? -1 : 1);
}
