import type { Interval } from "../intervals.ts";
import { format } from "../reader.ts";
import type { Series } from "../series.ts";

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

/** Returns the numbers of a point as text. */
export function tipText({ points, series, interval }: ChartData, index: number): string {
  const show = (value: number | null | undefined) => format.count(value ?? 0);
  const { visitors, pageviews } = series;
  return `${format.point(points[index] ?? "", interval)}: ${show(visitors[index])} visitors, ${show(pageviews[index])} page views`;
}

/** Width of the axis on the left. */
export const axisWidthPx = 48;
const gapPx = 14;

interface TipProps {
  readonly data: ChartData;
  readonly pointed: Pointed;
  readonly widthPx: number;
}

/** Shows the numbers of a point beside it. */
export function Tip({ data, pointed: { index, leftPx }, widthPx }: TipProps) {
  const { points, series, before, interval } = data;
  const point = points[index];
  if (point === undefined) return null;
  const earlier = before?.points[index];
  const pointPx = axisWidthPx + leftPx;
  const isInRightHalf = pointPx > widthPx / 2;
  const style = isInRightHalf
    ? { right: `${Math.max(widthPx - pointPx + gapPx, 0)}px` }
    : { left: `${pointPx + gapPx}px` };
  return (
    <div class="tip" style={style} aria-hidden="true">
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
    </div>
  );
}

function numberText(value: number | null | undefined): string {
  return typeof value === "number" ? format.count(value) : "–";
}
