import type { AnnotationRecord } from "../../model/annotation.ts";
import type { Interval } from "../../model/choices.ts";
import type { Metric } from "../address/website-query.ts";
import type { Lines } from "../site/series.ts";
import { metricsWords } from "../words/metrics.ts";
import { format } from "../words/reader.ts";
import { metricFormats } from "./metric-formats.ts";

/** The numbers of a chart, by point. */
export interface ChartData {
  readonly points: readonly string[];
  readonly lines: Lines;
  /** The points and numbers of the earlier period, if there is one. */
  readonly before: { readonly points: readonly string[]; readonly lines: Lines } | undefined;
  readonly metric: Metric;
  readonly hasVisitors: boolean;
  readonly interval: Interval;
  /** The point that the current time belongs to. */
  readonly present: string;
}

/** The point under the pointer, and its position. */
export interface Pointed {
  readonly index: number;
  readonly leftPx: number;
}

/** Width of the axis on the left. */
export const axisWidthPx = 48;
/** Returns an annotation with its time, and with its day where a point is longer than that. */
export function noteText({ date, time, text }: AnnotationRecord, interval: Interval): string {
  const day = interval === "week" || interval === "month" ? format.tick(date, "day") : "";
  return [day, time ?? "", text].filter((part) => part !== "").join(" ");
}

/** The lines of a chart with the metric of each. */
export function metricsOf({ metric, lines }: Pick<ChartData, "metric" | "lines">) {
  const main = { metric, line: "main" } as const;
  const views = { metric: "pageviews", line: "views" } as const;
  return lines.views === undefined ? [main] : [main, views];
}

/** Returns the numbers and annotations of a point as text. */
export function tipText(
  data: ChartData,
  index: number,
  notes: readonly AnnotationRecord[] = [],
): string {
  const { points, lines, interval } = data;
  const numbers = metricsOf(data).map(
    ({ metric, line }) =>
      `${metricsWords.names[metric]} ${numberText(lines[line]?.[index], metric)}`,
  );
  const remarks = notes.map((note) => `. ${noteText(note, interval)}`);
  return `${format.point(points[index] ?? "", interval)}: ${format.list(numbers, "and")}${remarks.join("")}`;
}

/** Returns a number of a metric as text; a dash if it is unknown. */
export function numberText(value: number | null | undefined, metric: Metric): string {
  return typeof value === "number" ? metricFormats[metric].text(value) : "–";
}
