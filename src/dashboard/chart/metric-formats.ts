import type { Metric } from "../address/website-query.ts";
import { format } from "../words/reader.ts";

/** How a number is written, in full and at an axis. */
interface MetricFormat {
  readonly text: (value: number) => string;
  readonly short: (value: number) => string;
  /** The end of the axis is no smaller. */
  readonly least: number;
  /** The steps that the axis can have. */
  readonly steps: readonly number[];
}

const decimalSteps = (smallest: number) =>
  [...Array(15).keys()].flatMap((zeros) =>
    [1, 2, 5].map((digit) => Number((digit * smallest * 10 ** zeros).toPrecision(1))),
  );
const count = { text: format.count, short: format.short, least: 4, steps: decimalSteps(1) };
const ratio = { text: format.ratio, short: format.ratio, least: 4, steps: decimalSteps(0.1) };
const percent = {
  text: format.percent,
  short: format.percent,
  least: 0.04,
  steps: decimalSteps(0.01),
};
const duration = {
  text: format.duration,
  short: format.duration,
  least: 4,
  steps: [1, 2, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400],
};

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
