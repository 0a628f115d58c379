import type { Days } from "../../src/dashboard/address/calendar-day.ts";
import { cards } from "../../src/dashboard/address/cards.ts";
import { earlierDays, usualComparison } from "../../src/dashboard/address/comparison.ts";
import { isOfDays } from "../../src/dashboard/address/dimension-words.ts";
import { defaultInterval } from "../../src/dashboard/address/intervals.ts";
import { sharedPaths, statPath, summaryPath, userPaths } from "../../src/dashboard/api/paths.ts";

/** A question of the dashboard, as a path. */
export interface Question {
  readonly path: string;
  /** Whether the answer shows all page views of the range, as a total or as a sum. */
  readonly isTotal: boolean;
}

/**
 * Returns the questions that a viewer's dashboard asks first, in its order: the summary, the chart
 * with the previous period, and the first tab of each card. The live view, which it asks for every
 * ten seconds, is left out.
 */
export function firstView(domain: string, days: Days): Question[] {
  const { stats, summary } = sharedPaths(domain);
  const chart = (range: Days) => {
    const interval = defaultInterval(days);
    const params = { name: "visitor", interval, sortBy: "value", sort: "asc" } as const;
    return `${statPath(stats, { ...params, perPage: 100, days: range })}&page=1`;
  };
  const comparison = usualComparison;
  const earlier = earlierDays(days, comparison) ?? days;
  return [
    { path: summaryPath(summary, { days, comparison }), isTotal: true },
    { path: chart(days), isTotal: true },
    { path: chart(earlier), isTotal: false },
    ...cards.map(({ tabs: [name] }) => {
      const sortBy = isOfDays(name) ? "value" : "count";
      return { path: statPath(stats, { name, days, sortBy }), isTotal: name === "visitor" };
    }),
  ];
}

/**
 * Returns the owner's questions: the second tab of each card. No viewer asks for these, so an
 * answer that was counted for a viewer serves none of them.
 */
export function secondTabs(websiteId: number, days: Days): string[] {
  const { stats } = userPaths(websiteId);
  const names = cards.flatMap(({ tabs }) => tabs.slice(1, 2));
  return names.map((name) => {
    const sortBy = isOfDays(name) ? "value" : "count";
    return statPath(stats, { name, days, sortBy });
  });
}
