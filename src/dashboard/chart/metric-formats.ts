import type { Metric } from "../address/website-query.ts";
import { format } from "../words/reader.ts";
import { decimalSteps, durationSteps } from "./ticks.ts";

/** How a number is written, in full and at an axis. */
interface MetricFormat {
  readonly text: (value: number) => string;
  readonly short: (value: number) => string;
  /** The steps that the axis can have. */
  readonly steps: readonly number[];
}

const count = { text: format.count, short: format.short, steps: decimalSteps(1) };
const ratio = { text: format.ratio, short: format.ratio, steps: decimalSteps(1) };
const percent = { text: format.percent, short: format.percent, steps: decimalSteps(0.01) };
const duration = { text: format.duration, short: format.duration, steps: durationSteps };

/** Has the formats of all numbers that the totals and the chart show. */
export const metricFormats: Readonly<Record<Metric, MetricFormat>> = {
  visitors: count,
  visits: count,
  pageviews: count,
  views_per_visit: ratio,
  bounce_rate: percent,
  visit_duration: duration,
  engagement_seconds: duration,
};
