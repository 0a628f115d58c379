import type UPlot from "uplot";

import type { Lines } from "../site/series.ts";
import { placesOf, ticksOf } from "./ticks.ts";

/**
 * The data of a drawing. Each number of the earlier period shares a point with its counterpart.
 */
export interface PlotData {
  readonly points: readonly string[];
  readonly lines: Lines;
  readonly before: Lines | undefined;
  /** Index of the point that is not over, if any. The line to it is dashed. */
  readonly unfinished: number | undefined;
  /** Returns the label below a point, if it may have one. */
  readonly tickOf: (point: string) => string | undefined;
  readonly numberOf: (value: number) => string;
  /** The steps that the axis can have. */
  readonly steps: readonly number[];
  /** Width of the axis on the left. */
  readonly axisWidthPx: number;
}

const tickWidthPx = 76;

/** Returns the colour that a CSS variable has now. */
export type Colour = (variable: string) => string;

/** Returns the colours of an element. A canvas does not know `var()` and `light-dark()`. */
export function coloursOf(element: HTMLElement): Colour {
  const probe = document.createElement("span");
  return (variable) => {
    probe.style.forcedColorAdjust = "none";
    probe.style.color = `var(${variable})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

/** Returns the axes: points at the bottom, numbers on the left. */
export function axesOf(data: PlotData, colour: Colour): UPlot.Axis[] {
  return [xAxis(data, colour), yAxis(data, colour)];
}

function axisOf(colour: Colour): UPlot.Axis {
  return {
    stroke: colour("--muted"),
    font: `12px ${getComputedStyle(document.documentElement).fontFamily}`,
    ticks: { show: false },
    border: { show: false },
  };
}

function xAxis({ points, tickOf }: PlotData, colour: Colour): UPlot.Axis {
  return {
    ...axisOf(colour),
    size: 32,
    gap: 10,
    grid: { show: false },
    splits: (plot) => {
      const ticks = points.flatMap((point, i) => (tickOf(point) === undefined ? [] : [i]));
      const places = placesOf(ticks.length, Math.floor(plot.width / tickWidthPx));
      return places.map((place) => ticks[place] ?? 0);
    },
    values: (_plot, splits) => splits.map((i) => tickOf(points[i] ?? "") ?? ""),
  };
}

function yAxis({ numberOf, axisWidthPx, steps }: PlotData, colour: Colour): UPlot.Axis {
  return {
    ...axisOf(colour),
    size: axisWidthPx,
    gap: 8,
    grid: { stroke: colour("--line"), width: 1 },
    splits: (_plot, _axis, _min, max) => [...ticksOf(max, steps)],
    values: (_plot, splits) => splits.map(numberOf),
  };
}
