import { useEffect, useRef, useState } from "preact/hooks";

import type { Interval } from "../intervals.ts";
import { format } from "../reader.ts";
import { type Series, sumOf } from "../series.ts";
import type { Plot } from "./plot.ts";

export interface ChartData {
  readonly points: readonly string[];
  readonly series: Series;
  /** The points and numbers of the period before, where it is compared with. */
  readonly before: { readonly points: readonly string[]; readonly series: Series } | undefined;
  readonly interval: Interval;
  /** The point of now. */
  readonly present: string;
}

interface Pointed {
  readonly index: number;
  readonly leftPx: number;
}

/** Visitors and page views over time. Arrow keys go through the points; what is pointed at is told in words. */
export function Chart({ data }: { readonly data: ChartData }) {
  const area = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const [pointed, setPointed] = useState<Pointed>();
  const last = data.points.length - 1;

  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    return keepDrawn(element, data, plot, (index, leftPx) =>
      setPointed(index === undefined ? undefined : { index, leftPx }),
    );
  }, [data]);
  useEffect(() => () => plot.current?.destroy(), []);

  const move = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number | undefined>> = {
      ArrowRight: Math.min((pointed?.index ?? -1) + 1, last),
      ArrowLeft: Math.max((pointed?.index ?? last + 1) - 1, 0),
      Home: 0,
      End: last,
      Escape: undefined,
    };
    if (!Object.hasOwn(targets, event.key)) return;
    event.preventDefault();
    plot.current?.pointAt(targets[event.key]);
  };
  return (
    <div class="chart">
      <div
        class="chart-area"
        ref={area}
        role="img"
        aria-label={summaryOf(data)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through its points
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => plot.current?.pointAt(undefined)}
      />
      <div class="hidden" role="status">
        {pointed && tipText(data, pointed.index)}
      </div>
      {pointed && <Tip data={data} pointed={pointed} widthPx={area.current?.clientWidth ?? 0} />}
    </div>
  );
}

/** Draws now, and anew when the colours change; takes the width that there is. */
function keepDrawn(
  element: HTMLElement,
  data: ChartData,
  plot: { current: Plot | undefined },
  onPoint: (index: number | undefined, leftPx: number) => void,
): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let isGone = false;
  const draw = async () => {
    const { drawPlot } = await import("./plot.ts");
    if (isGone) return;
    plot.current?.destroy();
    const { points, series, before, interval, present } = data;
    const now = points.indexOf(present);
    plot.current = drawPlot(
      element,
      {
        points,
        series,
        before: before?.series,
        unfinished: now === -1 ? undefined : now,
        tickOf: (point) => format.tick(point, interval),
        numberOf: format.short,
      },
      onPoint,
    );
  };
  const redraw = () => void draw();
  redraw();
  dark.addEventListener("change", redraw);
  const observer = new ResizeObserver(() => plot.current?.resize());
  observer.observe(element);
  return () => {
    isGone = true;
    dark.removeEventListener("change", redraw);
    observer.disconnect();
  };
}

function summaryOf({ points, series, interval }: ChartData): string {
  const [first = "", last = ""] = [points[0], points.at(-1)];
  const [visitors, pageviews] = [sumOf(series.visitors), sumOf(series.pageviews)];
  const span = `from ${format.point(first, interval)} to ${format.point(last, interval)}`;
  return `Chart of visitors and page views by ${interval}, ${span}: ${format.count(visitors)} visitors, ${format.count(pageviews)} page views. Arrow keys go through it.`;
}

function tipText({ points, series, interval }: ChartData, index: number): string {
  const show = (value: number | null | undefined) => format.count(value ?? 0);
  const { visitors, pageviews } = series;
  return `${format.point(points[index] ?? "", interval)}: ${show(visitors[index])} visitors, ${show(pageviews[index])} page views`;
}

interface TipProps {
  readonly data: ChartData;
  readonly pointed: Pointed;
  readonly widthPx: number;
}

function Tip({ data, pointed: { index, leftPx }, widthPx }: TipProps) {
  const { points, series, before, interval } = data;
  const point = points[index];
  if (point === undefined) return null;
  const earlier = before?.points[index];
  // The axis takes 48 px; on the right half it stands left of the point.
  const isRight = leftPx + 48 > widthPx / 2;
  const style = isRight
    ? { right: `${Math.max(widthPx - leftPx - 48 + 14, 0)}px` }
    : { left: `${leftPx + 48 + 14}px` };
  return (
    <div class="tip" style={style} aria-hidden="true">
      <table>
        <thead>
          <tr>
            <th>{format.point(point, interval)}</th>
            <th />
            {earlier !== undefined && <th>before</th>}
          </tr>
        </thead>
        <tbody>
          {(["visitors", "pageviews"] as const).map((metric) => (
            <tr key={metric} class={metric}>
              <th>{metric === "visitors" ? "Visitors" : "Page views"}</th>
              <td>{numberText(series[metric][index])}</td>
              {earlier !== undefined && <td>{numberText(before?.series[metric][index])}</td>}
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
