import type { Interval } from "../address/intervals.ts";
import type { Metric } from "../address/website-query.ts";
import type { AnnotationRecord } from "../api/answers.ts";
import type { Lines } from "../site/series.ts";
import { chartWords } from "../words/chart.ts";
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

/** Limits the annotations beside a point. The table has all of them. */
const notesMax = 4;

/** Returns an annotation with its time, and with its day where a point is longer than that. */
function noteText({ date, time, text }: AnnotationRecord, interval: Interval): string {
  const day = interval === "week" || interval === "month" ? format.tick(date, "day") : "";
  return [day, time ?? "", text].filter((part) => part !== "").join(" ");
}

/** The lines of a chart with the metric of each. */
function metricsOf({ metric, lines }: Pick<ChartData, "metric" | "lines">) {
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
  return `${format.point(points[index] ?? "", interval)}: ${numbers.join(", ")}${remarks.join("")}`;
}

/** Width of the axis on the left. */
export const axisWidthPx = 48;
/** Width of a chart from which there is room for the tip above every point. */
const aboveWidthPx = 600;

interface TipProps {
  readonly data: ChartData;
  readonly pointed: Pointed;
  readonly notes: readonly AnnotationRecord[] | undefined;
  /** Adds a note to the point; undefined for those who may not. */
  readonly onAnnotate: ((point: string) => void) | undefined;
  readonly widthPx: number;
  /** Is called when the pointer or the focus comes (true) or goes (false). */
  readonly onHover: (isOver: boolean) => void;
}

/** Shows the numbers of a point above it, so that it covers nothing of the chart. */
export function Tip({ data, pointed, notes = [], onAnnotate, widthPx, onHover }: TipProps) {
  const { index, leftPx } = pointed;
  const { points, lines, before, interval } = data;
  const point = points[index];
  if (point === undefined) return null;
  const earlier = before?.points[index];
  const pointPx = axisWidthPx + leftPx;
  const isInRightHalf = pointPx > widthPx / 2;
  const style = isInRightHalf
    ? { right: `${Math.max(widthPx - pointPx - 24, 0)}px` }
    : { left: `${pointPx - 24}px` };
  // A phone has no room beside the point, so the tip is at the other edge.
  const edgeStyle = isInRightHalf ? { left: "0" } : { right: "0" };
  return (
    <div
      class="tip"
      style={widthPx < aboveWidthPx ? edgeStyle : style}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onFocusCapture={() => onHover(true)}
      onBlurCapture={() => onHover(false)}
    >
      <div aria-hidden="true">
        <table>
          <thead>
            <tr>
              <th>{format.point(point, interval)}</th>
              <th />
              {earlier !== undefined && <th>{format.point(earlier, interval)}</th>}
            </tr>
          </thead>
          <tbody>
            {metricsOf(data).map(({ metric, line }) => (
              <tr key={line} class={`${line}-line`}>
                <th>{metricsWords.names[metric]}</th>
                <td>{numberText(lines[line]?.[index], metric)}</td>
                {earlier !== undefined && (
                  <td>{numberText(before?.lines[line]?.[index], metric)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {notes.slice(0, notesMax).map((note) => (
          <p key={note.id} class="tip-note">
            {noteText(note, interval)}
          </p>
        ))}
        {notes.length > notesMax && (
          <p class="tip-note">{chartWords.moreNotes(notes.length - notesMax)}</p>
        )}
      </div>
      {onAnnotate && (
        <button class="quiet-button" type="button" onClick={() => onAnnotate(point)}>
          {chartWords.addNote(format.point(point, interval))}
        </button>
      )}
    </div>
  );
}

function numberText(value: number | null | undefined, metric: Metric): string {
  return typeof value === "number" ? metricFormats[metric].text(value) : "–";
}
