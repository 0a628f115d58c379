import UPlot from "uplot";

import { axesOf, coloursOf, type PlotData } from "./axes.ts";
import { ticksOf } from "./ticks.ts";
import type { PointedChart } from "./use-gestures.ts";

export interface Plot extends PointedChart {
  /** Adapts to the width of its element. */
  resize(): void;
  /** Returns the place of a point, from the left of its element. */
  leftOf(index: number): number;
  destroy(): void;
}

const heightPx = 280;

/**
 * Draws into the element. Calls `onPoint` with the index and position of the point under the
 * pointer.
 */
export function drawPlot(
  element: HTMLElement,
  data: PlotData,
  onPoint: (index: number | undefined, leftPx: number) => void,
): Plot {
  const count = data.points.length;
  const colour = coloursOf(element);
  const line = (stroke: string, more: Partial<UPlot.Series> = {}): UPlot.Series => ({
    stroke,
    width: 2,
    points: { show: count === 1 },
    // Averages lack points.
    spanGaps: data.lines.views === undefined,
    ...more,
  });
  const faint = { width: 1.5, dash: [3, 4], points: { show: false } };
  const unfinished = { dash: [5, 4], points: { show: data.unfinished === 0 } };
  const options: UPlot.Options = {
    width: Math.max(element.clientWidth, 200),
    height: heightPx,
    // The padding leaves room for half of the last label.
    padding: [12, 32, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: [0, Math.max(count - 1, 1)] },
      y: { range: (_plot, _min, max) => [0, ticksOf(max ?? 0, data.steps).at(-1) ?? 1] },
    },
    cursor: {
      y: false,
      // A pointer that is not exactly on a point counts as dragged, whose clicks uPlot stops.
      drag: { x: false, y: false, setScale: false, click: () => undefined },
      move: (plot, left, top) => [left < 0 ? left : pointLeft(plot, left), top],
      points: { size: 8, width: 2, stroke: () => colour("--surface") },
    },
    axes: axesOf(data, colour),
    series: [
      {},
      line(colour("--before-views"), faint),
      line(colour("--before-visitors"), faint),
      line(colour("--views"), { fill: colour("--views-fill") }),
      line(colour("--accent"), { fill: colour("--accent-fill") }),
      line(colour("--views"), unfinished),
      line(colour("--accent"), unfinished),
    ],
    hooks: {
      setCursor: [(plot) => onPoint(plot.cursor.idx ?? undefined, plot.cursor.left ?? 0)],
    },
  };
  const plot = new UPlot(options, tableOf(data), element);
  return {
    resize: () => plot.setSize({ width: Math.max(element.clientWidth, 200), height: heightPx }),
    pointAt: (index) =>
      plot.setCursor({ left: index === undefined ? -10 : plot.valToPos(index, "x"), top: 0 }),
    indexAt: (clientX) => {
      const index = plot.posToIdx(clientX - plot.over.getBoundingClientRect().left);
      return Math.min(Math.max(index, 0), count - 1);
    },
    leftOf: (index) => data.axisWidthPx + plot.valToPos(index, "x"),
    destroy: () => plot.destroy(),
  };
}

function tableOf({ points, lines, before, unfinished = points.length }: PlotData) {
  type Values = readonly (number | null)[] | undefined;
  const numbersOf = (values: Values, isShown: (index: number) => boolean = () => true) =>
    points.map((_, i) => (isShown(i) ? (values?.[i] ?? null) : null));
  const isOver = (i: number) => i < unfinished;
  const isLast = (i: number) => i === unfinished || i === unfinished - 1;
  return [
    points.map((_, i) => i),
    numbersOf(before?.views),
    numbersOf(before?.main),
    numbersOf(lines.views, isOver),
    numbersOf(lines.main, isOver),
    numbersOf(lines.views, isLast),
    numbersOf(lines.main, isLast),
  ] satisfies UPlot.AlignedData;
}

/** Returns the position of the nearest point. */
function pointLeft(plot: UPlot, leftPx: number): number {
  return plot.valToPos(plot.posToIdx(leftPx), "x");
}
