import { TimeSlices } from "../../base/async/time-slices.ts";
import { type RenamePage, segmentsOf } from "../../base/page-rules.ts";
import type { WebsitePages } from "./website-pages.ts";

/** A rule that gives many pages one name. */
export interface RuleSuggestion {
  readonly match: string;
  readonly page: string;
  /** The pages that it concerns, and their page views. */
  readonly pages: number;
  readonly pageviews: number;
  readonly examples: string[];
}

const suggestionsMax = 20;
const examplesMax = 5;
/** Paths of more segments are left out. */
const segmentsMax = 12;
/** The least number of values that look like ids, and that of values that look like nothing. */
const idsMin = 6;
const valuesMin = 51;
/** A value with this share of the website's page views is a page that somebody wants to see. */
const shareMax = 0.01;

/** The names of segments, by what they look like. */
const looks: readonly (readonly [name: string, RegExp])[] = [
  [":uuid", /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  [":date", /^\d{4}-\d\d(?:-\d\d)?$/],
  [":id", /^\d+$/],
  [":hash", /^(?=.*\d)(?=.*[a-f])[\da-f]{8,}$/i],
  [":hash", /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])\w{16,}$/],
];

/** A path, and what was seen of it with any query. */
interface Path {
  readonly path: string;
  readonly segments: readonly string[];
  readonly pageviews: number;
}

/** The beginning of a pattern: paths that have it, and the segments that stand for them. */
interface Prefix {
  readonly paths: readonly Path[];
  readonly match: readonly string[];
  readonly page: readonly string[];
  /** The least number of pages that a pattern with this beginning needs; 0 if it has no `*`. */
  readonly pagesMin: number;
}

/**
 * Resolves with rules for paths that differ by an id, or by one of many rare values, the rules for
 * the most pages first. No two of them match the same page. `rename` are the rules that there are.
 */
export async function suggestRules(
  { pages, pageviews }: WebsitePages,
  rename: RenamePage = (page) => page,
): Promise<RuleSuggestion[]> {
  const slices = new TimeSlices();
  const found: RuleSuggestion[] = [];
  const open: Prefix[] = [
    { paths: await pathsOf(pages, rename, slices), match: [], page: [], pagesMin: 0 },
  ];
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    await slices.pause();
    const depth = prefix.match.length;
    const ends = prefix.paths.filter(({ segments }) => segments.length === depth);
    if (prefix.pagesMin > 0 && ends.length >= prefix.pagesMin) found.push(suggestion(prefix, ends));
    open.push(...(await longer(prefix, pageviews * shareMax, slices)));
  }
  return found
    .sort((a, b) => b.pages - a.pages || b.pageviews - a.pageviews || (a.match < b.match ? -1 : 1))
    .slice(0, suggestionsMax);
}

/** Returns the paths of pages without what follows them. A `*` in a path would match others. */
async function pathsOf(
  pages: ReadonlyMap<string, number>,
  rename: RenamePage,
  slices: TimeSlices,
): Promise<Path[]> {
  const views = new Map<string, number>();
  for (const [page, pageviews] of pages) {
    await slices.pause();
    const path = rename(page).replace(/[?#].*$/s, "");
    if (path.startsWith("/")) views.set(path, (views.get(path) ?? 0) + pageviews);
  }
  const paths: Path[] = [];
  for (const [path, pageviews] of views) {
    await slices.pause();
    const segments = segmentsOf(path);
    const isWild = segments.includes("*") || segments.includes("**");
    if (segments.length <= segmentsMax && !isWild) paths.push({ path, segments, pageviews });
  }
  return paths;
}

/** Returns the beginnings of one segment more: one for all its values, or one for each. */
async function longer(prefix: Prefix, viewsMax: number, slices: TimeSlices): Promise<Prefix[]> {
  const { match, page, pagesMin } = prefix;
  const byValue = new Map<string, Path[]>();
  for (const path of prefix.paths) {
    await slices.pause();
    const value = path.segments[match.length];
    if (value === undefined) continue;
    const same = byValue.get(value);
    if (same === undefined) byValue.set(value, [path]);
    else same.push(path);
  }
  const named = [...byValue].filter(([value]) => value !== "");
  const star = starFor(named, { isRoot: match.length === 0, viewsMax });
  const rest = star === undefined ? [...byValue] : [...byValue].filter(([value]) => value === "");
  const one = rest
    .filter(([, paths]) => paths.length >= Math.max(pagesMin, idsMin))
    .map(([value, paths]) => ({
      paths,
      match: [...match, value],
      page: [...page, value],
      pagesMin,
    }));
  if (star === undefined) return one;
  const all = {
    paths: named.flatMap(([, paths]) => paths),
    match: [...match, "*"],
    page: [...page, star.name],
    pagesMin: Math.max(pagesMin, star.pagesMin),
  };
  return [...one, all];
}

/** Returns the name for all values of a segment; undefined if each of them is a page of its own. */
function starFor(
  values: readonly (readonly [string, readonly Path[]])[],
  { isRoot, viewsMax }: { readonly isRoot: boolean; readonly viewsMax: number },
): (Pick<Prefix, "pagesMin"> & { readonly name: string }) | undefined {
  const counts = new Map<string, number>();
  for (const [value] of values) {
    const name = looks.find(([, look]) => look.test(value))?.[0];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const ids = [...counts.values()].reduce((sum, count) => sum + count, 0);
  // Where most values are words, the numbers among them are words, too.
  if (ids >= idsMin && ids * 2 >= values.length) {
    const [[name] = [":id"]] = [...counts].sort(([, a], [, b]) => b - a);
    return { name, pagesMin: idsMin };
  }
  const isRare = ([, paths]: readonly [string, readonly Path[]]) =>
    paths.reduce((sum, { pageviews }) => sum + pageviews, 0) < viewsMax;
  // All pages have the root in common, so it says nothing about them.
  if (isRoot || values.length < valuesMin || !values.every(isRare)) return undefined;
  return { name: ":name", pagesMin: valuesMin };
}

function suggestion({ match, page }: Prefix, paths: readonly Path[]): RuleSuggestion {
  return {
    match: `/${match.join("/")}`,
    page: `/${page.join("/")}`,
    pages: paths.length,
    pageviews: paths.reduce((sum, { pageviews }) => sum + pageviews, 0),
    examples: [...paths]
      .sort((a, b) => b.pageviews - a.pageviews || (a.path < b.path ? -1 : 1))
      .slice(0, examplesMax)
      .map(({ path }) => path),
  };
}
