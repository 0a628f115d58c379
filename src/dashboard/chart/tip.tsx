import type { Interval } from "../address/intervals.ts";
import type { AnnotationRecord } from "../api/answers.ts";
import type { Series } from "../site/series.ts";
import { format } from "../words/reader.ts";

/** The numbers of a chart, by point. */
export interface ChartData {
  readonly points: readonly string[];
  readonly series: Series;
  /** The points and numbers of the earlier period, if there is one. */
  readonly before: { readonly points: readonly string[]; readonly series: Series } | undefined;
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

/** Returns the numbers and annotations of a point as text. */
export function tipText(
  { points, series, interval }: ChartData,
  index: number,
  notes: readonly AnnotationRecord[] = [],
): string {
  const show = (value: number | null | undefined) => format.count(value ?? 0);
  const { visitors, pageviews } = series;
  const numbers = `${show(visitors[index])} visitors, ${show(pageviews[index])} page views`;
  const remarks = notes.map((note) => `. ${noteText(note, interval)}`);
  return `${format.point(points[index] ?? "", interval)}: ${numbers}${remarks.join("")}`;
}

/** Width of the axis on the left. */
export const axisWidthPx = 48;
const gapPx = 14;
/** Width of a chart from which there is room for the tip beside every point. */
const besideWidthPx = 600;

interface TipProps {
  readonly data: ChartData;
  readonly pointed: Pointed;
  readonly notes: readonly AnnotationRecord[] | undefined;
  /** Whether a click on the point opens its annotations. */
  readonly canAnnotate: boolean;
  readonly widthPx: number;
}

/** Shows the numbers of a point beside it. */
export function Tip({ data, pointed, notes = [], canAnnotate, widthPx }: TipProps) {
  const { index, leftPx } = pointed;
  const { points, series, before, interval } = data;
  const point = points[index];
  if (point === undefined) return null;
  const earlier = before?.points[index];
  const pointPx = axisWidthPx + leftPx;
  const isInRightHalf = pointPx > widthPx / 2;
  const style = isInRightHalf
    ? { right: `${Math.max(widthPx - pointPx + gapPx, 0)}px` }
    : { left: `${pointPx + gapPx}px` };
  // A phone has no room beside the point, so the tip is at the other edge.
  const edgeStyle = isInRightHalf ? { left: "0" } : { right: "0" };
  return (
    <div class="tip" style={widthPx < besideWidthPx ? edgeStyle : style} aria-hidden="true">
      <table>
        <thead>
          <tr>
            <th>{format.point(point, interval)}</th>
            <th />
            {earlier !== undefined && <th>{format.point(earlier, interval)}</th>}
          </tr>
        </thead>
        <tbody>
          {(["visitors", "pageviews"] as const).map((measure) => (
            <tr key={measure} class={measure}>
              <th>{measure === "visitors" ? "Visitors" : "Page views"}</th>
              <td>{numberText(series[measure][index])}</td>
              {earlier !== undefined && <td>{numberText(before?.series[measure][index])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {notes.slice(0, notesMax).map((note) => (
        <p key={note.id} class="tip-note">
          {noteText(note, interval)}
        </p>
      ))}
      {notes.length > notesMax && <p class="tip-note">and {notes.length - notesMax} more</p>}
      {canAnnotate && <p class="hint">Click: Add a note here</p>}
    </div>
  );
}

function numberText(value: number | null | undefined): string {
  return typeof value === "number" ? format.count(value) : "–";
}
