import { useState } from "preact/hooks";

import { movePoint } from "../chart/move-point.ts";
import { chartWords } from "../words/chart.ts";
import { format } from "../words/reader.ts";
import { reportsWords as words } from "../words/reports.ts";
import { ticksOf } from "./axis.ts";

export interface BarPoint {
  readonly name: string;
  /** The label below the first and the last bar. */
  readonly tick: string;
  readonly number: number;
  /** The number as text; undefined without one. */
  readonly text: string | undefined;
  /** Whether the point is over. The bar of the one that is not is hatched. */
  readonly isOver: boolean;
}

interface BarChartProps {
  /** Describes the chart in a sentence, without its numbers. */
  readonly label: string;
  readonly points: readonly BarPoint[];
  /** The unit of the axis, 1 unless it is given. */
  readonly unit?: number | undefined;
  /** Returns the text of a number on the axis. */
  readonly tickText?: ((value: number) => string) | undefined;
}

/** Shows a bar for each point. Arrow keys move between points, announced as text. */
export function BarChart({ label, points, unit, tickText = format.short }: BarChartProps) {
  const [index, setIndex] = useState<number>();
  const most = Math.max(0, ...points.map(({ number }) => number));
  const ticks = ticksOf(most, unit);
  const top = ticks.at(-1) ?? 1;
  const best = points.find(({ number, text }) => number === most && text !== undefined);
  const pointed = points[index ?? -1];
  const move = (event: KeyboardEvent) => {
    const target = movePoint(event.key, index, points.length - 1);
    if (target === null) return;
    event.preventDefault();
    setIndex(target);
  };
  return (
    <figure class="bar-chart">
      <div class="bar-axis" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
            {tickText(tick)}
          </span>
        ))}
      </div>
      <div
        class="bar-columns"
        // Screen readers hand the arrow keys on to an application alone.
        role="application"
        aria-roledescription={chartWords.role}
        aria-label={best ? words.chartWithMost(label, textOf(best)) : words.chart(label)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between its points
        tabIndex={0}
        onKeyDown={move}
        onPointerLeave={() => setIndex(undefined)}
        onBlur={() => setIndex(undefined)}
      >
        {points.map(({ name, number, isOver }, i) => (
          <span
            key={name}
            class={i === index ? "bar-column pointed" : "bar-column"}
            onPointerEnter={() => setIndex(i)}
            onPointerDown={() => setIndex(i)}
          >
            <span
              class={isOver ? "" : "unfinished"}
              style={{ height: `${(Math.max(number, 0) / top) * 100}%` }}
            />
          </span>
        ))}
      </div>
      {pointed && index !== undefined && (
        <p class={index < points.length / 2 ? "tip at-end" : "tip"} aria-hidden="true">
          {textOf(pointed)}
        </p>
      )}
      <div class="hidden" role="status">
        {pointed && textOf(pointed)}
      </div>
      <figcaption>
        <span>{points[0]?.tick}</span>
        <span>{points.length > 1 && points.at(-1)?.tick}</span>
      </figcaption>
    </figure>
  );
}

function textOf({ name, text = "–" }: BarPoint): string {
  return words.point(name, text);
}
