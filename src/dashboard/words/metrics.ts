import type { Metric } from "../address/website-query.ts";
import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The names of the numbers that a website's totals and its chart have. */
export const metricsWords = translated("metrics", {
  names: {
    visitors: "Visitors",
    visits: "Visits",
    pageviews: "Page views",
    views_per_visit: "Views per visit",
    bounce_rate: "Bounce rate",
    visit_duration: "Visit duration",
    engagement_seconds: "Time engaged",
  } satisfies Record<Metric, string>,
  /** Says that a total chooses the chart's line. */
  inChart: (metric: string) => `${metric} in the chart`,
  status: (visitors: number, visitorsText: string, views: number, viewsText: string) =>
    `${visitorsText} ${plural(visitors, { one: "visitor", other: "visitors" })}, ${viewsText} ${plural(views, { one: "page view", other: "page views" })}`,
});
