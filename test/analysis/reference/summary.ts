import { engagementOf } from "./engagement.ts";
import { changeOf, divide, type Fraction, nearest, rounded, sum, whole } from "./numbers.ts";
import type { Population } from "./population.ts";
import { visitsOf } from "./visitor-days.ts";

/** The exact numbers of a summary, and the digits that an answer has of each. */
type Numbers = Readonly<Record<string, readonly [Fraction | null, digits: number]>>;

function numbersOf({ days }: Population): Numbers {
  const visits = days.flatMap(visitsOf);
  const pageviews = days.flatMap(({ events }) => events.filter(({ kind }) => kind === "pageview"));
  const bounces = visits.filter((visit) => visit.length === 1 && visit[0]?.kind === "pageview");
  const lengthsMs = visits.map((visit) => (visit.at(-1)?.timeMs ?? 0) - (visit[0]?.timeMs ?? 0));
  const engagement = engagementOf(days);
  return {
    visitors: [whole(days.length), 0],
    visits: [whole(visits.length), 0],
    pageviews: [whole(pageviews.length), 0],
    views_per_visit: [divide(pageviews.length, visits.length), 4],
    bounce_rate: [divide(bounces.length, visits.length), 4],
    visit_duration: [divide(sum(lengthsMs), 1000 * visits.length), 4],
    engaged_visitors: [whole(engagement.visitors), 0],
    engagement_seconds: [engagement.seconds, 1],
    scroll_depth: [engagement.scrollDepth, 1],
  };
}

/** Returns the summary of a population, and its change since an earlier one. */
export function summaryOf(now: Population, before?: Population): Record<string, unknown> {
  const numbers = numbersOf(now);
  const summary = { from: now.from, to: now.to, ...shown(numbers) };
  if (before === undefined) return summary;
  const earlier = numbersOf(before);
  return {
    ...summary,
    previous: { from: before.from, to: before.to, ...shown(earlier) },
    change: Object.fromEntries(
      Object.entries(numbers).map(([name, [number]]) => [
        name,
        changeOf(number, earlier[name]?.[0] ?? null),
      ]),
    ),
  };
}

function shown(numbers: Numbers): object {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, [number, digits]]) => [
      name,
      digits === 4 ? nearest(number) : rounded(number, digits),
    ]),
  );
}
