import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AnnotationRecord } from "../api/answers.ts";
import { onThemeChange } from "../components/theme.ts";
import { type AnnotationsByIndex, annotationsAt } from "../site/annotations.ts";
import type { Series } from "../site/series.ts";
import { format } from "../words/reader.ts";
import { movePoint } from "./move-point.ts";
import type { Plot } from "./plot.ts";
import { axisWidthPx, type ChartData, type Pointed, Tip, tipText } from "./tip.tsx";

interface ChartProps {
  readonly data: ChartData;
  readonly annotations: readonly AnnotationRecord[];
  /** Is called with the point that was clicked, or on which Enter was pressed. */
  readonly onChoose: ((point: string) => void) | undefined;
}

/**
 * Shows visitors and page views over time, and marks annotations. Arrow keys move between points,
 * announced as text.
 */
export function Chart({ data, annotations, onChoose }: ChartProps) {
  const area = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const [pointed, setPointed] = useState<Pointed>();
  const [isMissing, setMissing] = useState(false);
  const last = data.points.length - 1;
  const notes = useMemo(
    () => annotationsAt(data.points, data.interval, annotations),
    [data, annotations],
  );
  const touched = useRef<Touched>(undefined);
  const choose = (index: number | undefined) => {
    const point = data.points[index ?? -1];
    if (point !== undefined) onChoose?.(point);
  };

  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const point = (index: number | undefined, leftPx: number) =>
      setPointed(index === undefined ? undefined : { index, leftPx });
    return keepDrawn(element, data, plot, point, () => setMissing(true));
  }, [data]);
  useEffect(() => () => plot.current?.destroy(), []);

  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter") choose(pointed?.index);
    const target = movePoint(event.key, pointed?.index, last);
    if (target === null) return;
    event.preventDefault();
    plot.current?.pointAt(target);
  };
  return (
    <div class="chart">
      <div
        class="chart-area"
        ref={area}
        role="img"
        aria-label={`${summaryOf(data)}${onChoose ? " Press Enter to add a note to a point." : ""}`}
        data-chooses={onChoose !== undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between its points
        tabIndex={0}
        onKeyDown={move}
        onPointerDown={({ pointerType }) => {
          touched.current = pointerType === "mouse" ? undefined : { index: pointed?.index };
        }}
        onClick={() => {
          // A first touch shows the numbers of a point, and a second one chooses it.
          if (touched.current && touched.current.index !== pointed?.index) return;
          choose(pointed?.index);
        }}
        onBlur={() => plot.current?.pointAt(undefined)}
      />
      <Marks count={data.points.length} notes={notes} />
      <div class="hidden" role="status">
        {pointed && tipText(data, pointed.index, notes.get(pointed.index))}
      </div>
      {isMissing && (
        <p class="chart-empty">The chart could not be loaded. The table has the same numbers.</p>
      )}
      {pointed && (
        <Tip
          data={data}
          pointed={pointed}
          notes={notes.get(pointed.index)}
          canAnnotate={onChoose !== undefined}
          widthPx={area.current?.clientWidth ?? 0}
        />
      )}
    </div>
  );
}

/** The point under the pointer when a finger or pen came down. */
interface Touched {
  readonly index: number | undefined;
}

interface MarksProps {
  readonly count: number;
  readonly notes: AnnotationsByIndex;
}

/** Marks the points that have annotations. Their text is in the tip and in the table. */
function Marks({ count, notes }: MarksProps) {
  return (
    <div class="note-marks" aria-hidden="true">
      {[...notes.keys()].map((index) => (
        <span key={index} style={{ left: `${(index / Math.max(count - 1, 1)) * 100}%` }} />
      ))}
    </div>
  );
}

/** Loads the code that draws. It is a separate file, because only charts need it. */
export function loadPlot(): Promise<typeof import("./plot.ts")> {
  return import("./plot.ts");
}

/** Returns the labels of points. With hours of several days, only midnights have one: the day. */
function tickOf({ points, interval }: ChartData): (point: string) => string | undefined {
  if (interval !== "hour" || points.length <= 25) return (point) => format.tick(point, interval);
  return (point) => (point.endsWith("T00:00") ? format.tick(point.slice(0, 10), "day") : undefined);
}

/** Draws now and whenever the colour scheme changes, and follows the element's width. */
function keepDrawn(
  element: HTMLElement,
  data: ChartData,
  plot: { current: Plot | undefined },
  onPoint: (index: number | undefined, leftPx: number) => void,
  onMissing: () => void,
): () => void {
  let isGone = false;
  const draw = async () => {
    const { drawPlot } = await loadPlot();
    if (isGone) return;
    plot.current?.destroy();
    const { points, series, before, present } = data;
    const now = points.indexOf(present);
    plot.current = drawPlot(
      element,
      {
        points,
        series,
        before: before?.series,
        unfinished: now === -1 ? undefined : now,
        tickOf: tickOf(data),
        numberOf: format.short,
        axisWidthPx,
      },
      onPoint,
    );
  };
  const redraw = () => void draw().catch(onMissing);
  redraw();
  const forgetTheme = onThemeChange(redraw);
  const observer = new ResizeObserver(() => plot.current?.resize());
  observer.observe(element);
  return () => {
    isGone = true;
    forgetTheme();
    observer.disconnect();
  };
}

/**
 * Describes the chart by its largest numbers, because visitors of hours do not add up to a day's.
 */
function summaryOf({ points, series, interval }: ChartData): string {
  const [first = "", last = ""] = [points[0], points.at(-1)];
  const span = `from ${format.point(first, interval)} to ${format.point(last, interval)}`;
  const most = (values: Series["visitors"]) =>
    format.count(Math.max(0, ...values.map((value) => value ?? 0)));
  const top = `${most(series.visitors)} visitors and ${most(series.pageviews)} page views`;
  return `Chart by ${interval}, ${span}: at most ${top} per ${interval}. Use the arrow keys to move through it.`;
}
