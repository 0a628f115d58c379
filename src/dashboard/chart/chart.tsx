import "./plot.css";
import "./chart.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AnnotationRecord } from "../../model/annotation.ts";
import { lazy } from "../components/lazy.tsx";
import { onThemeChange } from "../components/theme.ts";
import { type AnnotationsByIndex, annotationsAt } from "../site/annotations.ts";
import { chartWords } from "../words/chart.ts";
import { metricsWords } from "../words/metrics.ts";
import { format } from "../words/reader.ts";
import { metricFormats } from "./metric-formats.ts";
import { movePoint } from "./move-point.ts";
import type { Plot } from "./plot.ts";
import { axisWidthPx, type ChartData, tipText } from "./tip-text.ts";
import { type Span, useGestures } from "./use-gestures.ts";
import { usePointed } from "./use-pointed.ts";

const loadTip = () => import("./tip.tsx");
const Tip = lazy(loadTip, (module) => module.Tip);

interface ChartProps {
  readonly data: ChartData;
  readonly annotations: readonly AnnotationRecord[];
  /**
   * Is called with the point that was clicked, or on which Enter was pressed, or with the first and
   * the last point that the pointer was dragged over.
   */
  readonly onChoose: (first: string, last: string) => void;
  /** Adds a note to a point; undefined for those who may not. */
  readonly onAnnotate: ((point: string) => void) | undefined;
}

/**
 * Shows numbers over time, and marks annotations. Arrow keys move between points, announced as
 * text.
 */
export function Chart({ data, annotations, onChoose, onAnnotate }: ChartProps) {
  const area = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const [isMissing, setMissing] = useState(false);
  const last = data.points.length - 1;
  const { pointed, shown, point, leave, clear, rise, hoverTip } = usePointed(last);
  const notes = useMemo(
    () => annotationsAt(data.points, data.interval, annotations),
    [data, annotations],
  );
  const choose = ({ first, last: end }: Span) => {
    const [from, to] = [data.points[first], data.points[end]];
    if (from === undefined || to === undefined) return;
    // The next chart has other points.
    clear();
    onChoose(from, to);
  };
  const { span, handlers } = useGestures(plot, () => shown.current?.index, choose);

  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const drawn = () => {
      // New numbers leave the pointer where it is.
      if (shown.current !== undefined) plot.current?.pointAt(shown.current.index);
    };
    return keepDrawn(element, {
      data,
      plot,
      onPoint: point,
      onDrawn: drawn,
      onMissing: () => setMissing(true),
    });
  }, [data]);
  useEffect(() => () => plot.current?.destroy(), []);
  // It is there when the first point is reached, so that Tab goes on to its button.
  useEffect(() => void loadTip().catch(() => undefined), []);

  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter" && pointed) choose({ first: pointed.index, last: pointed.index });
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
        // Screen readers hand the arrow keys on to an application alone.
        role="application"
        aria-roledescription={chartWords.role}
        aria-label={summaryOf(data)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between its points
        tabIndex={0}
        onKeyDown={move}
        {...handlers}
        onPointerMoveCapture={rise}
        onBlur={leave}
      />
      {span && <Selection span={span} plot={plot.current} />}
      <Marks count={data.points.length} notes={notes} />
      <div class="hidden" role="status">
        {pointed && tipText(data, pointed.index, notes.get(pointed.index))}
      </div>
      {isMissing && <p class="chart-empty">{chartWords.missing}</p>}
      {pointed && (
        <Tip
          data={data}
          pointed={pointed}
          notes={notes.get(pointed.index)}
          onAnnotate={onAnnotate}
          widthPx={area.current?.clientWidth ?? 0}
          onHover={hoverTip}
        />
      )}
    </div>
  );
}

interface SelectionProps {
  readonly span: Span;
  readonly plot: Plot | undefined;
}

/** Shows the points that the pointer is being dragged over. */
function Selection({ span: { first, last }, plot }: SelectionProps) {
  if (plot === undefined) return null;
  const [left, right] = [plot.leftOf(first), plot.leftOf(last)];
  return <div class="chart-span" style={{ left: `${left}px`, width: `${right - left}px` }} />;
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

interface Drawing {
  readonly data: ChartData;
  readonly plot: { current: Plot | undefined };
  readonly onPoint: (index: number | undefined, leftPx: number) => void;
  readonly onDrawn: () => void;
  readonly onMissing: () => void;
}

/** Draws now and whenever the colour scheme changes, and follows the element's width. */
function keepDrawn(element: HTMLElement, drawing: Drawing): () => void {
  const { data, plot, onPoint, onDrawn, onMissing } = drawing;
  let isGone = false;
  const draw = async () => {
    const { drawPlot } = await loadPlot();
    if (isGone) return;
    plot.current?.destroy();
    const { points, lines, before, present, metric } = data;
    const now = points.indexOf(present);
    const { short: numberOf, steps } = metricFormats[metric];
    plot.current = drawPlot(
      element,
      {
        points,
        lines,
        before: before?.lines,
        unfinished: now === -1 ? undefined : now,
        tickOf: tickOf(data),
        numberOf,
        steps,
        axisWidthPx,
      },
      onPoint,
    );
    onDrawn();
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
 * Describes the chart by its largest number, because visitors of hours do not add up to a day's.
 */
function summaryOf({ points, lines, interval, metric }: ChartData): string {
  const [first = "", last = ""] = [points[0], points.at(-1)];
  const most = Math.max(0, ...lines.main.map((value) => value ?? 0));
  return chartWords.summary(
    metricsWords.names[metric],
    format.point(first, interval),
    format.point(last, interval),
    metricFormats[metric].text(most),
    interval,
  );
}
