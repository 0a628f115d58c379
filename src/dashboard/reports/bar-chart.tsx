import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

import { movePoint } from "../chart/move-point.ts";
import { decimalSteps, placesOf, ticksOf } from "../chart/ticks.ts";
import { type Span, useGestures } from "../chart/use-gestures.ts";
import { chartWords } from "../words/chart.ts";
import { format } from "../words/reader.ts";
import { reportsWords as words } from "../words/reports.ts";

export interface BarPoint {
  readonly name: string;
  /** The label below the bar, if it has one. */
  readonly tick: string;
  readonly number: number;
  /** The number as text; undefined without one. */
  readonly text: string | undefined;
  /** The tip shows this, if it is given, in place of the text. */
  readonly tip?: ComponentChildren;
  /** The parts of a bar that is a stack, from the bottom. The class of each has its colour. */
  readonly parts?: readonly { readonly name: string; readonly number: number }[] | undefined;
  /** Whether the point is over. The bar of the one that is not is hatched. */
  readonly isOver: boolean;
}

interface BarChartProps {
  /** Describes the chart in a sentence, without its numbers. */
  readonly label: string;
  readonly points: readonly BarPoint[];
  /** The steps that the axis can have: those of whole numbers unless they are given. */
  readonly steps?: readonly number[] | undefined;
  /** Returns the text of a number on the axis. */
  readonly tickText?: ((value: number) => string) | undefined;
  /**
   * Is called with the bar that was clicked, or on which Enter was pressed, or with the first and
   * the last one that the pointer was dragged over.
   */
  readonly onChoose: (span: Span) => void;
}

const labelsMax = 5;

/**
 * Shows a bar for each point. Arrow keys move between points, announced as text. The gestures are
 * those of the chart.
 */
export function BarChart(props: BarChartProps) {
  const { label, points, steps = decimalSteps(1), tickText = format.short, onChoose } = props;
  const [index, setIndex] = useState<number>();
  const most = Math.max(0, ...points.map(({ number }) => number));
  const ticks = ticksOf(most, steps);
  const top = ticks.at(-1) ?? 1;
  const best = points.find(({ number, text }) => number === most && text !== undefined);
  const pointed = points[index ?? -1];
  const columns = useRef<HTMLDivElement>(null);
  const chart = useRef({
    pointAt: setIndex,
    indexAt(clientX: number) {
      const bars = [...(columns.current?.children ?? [])];
      const at = bars.findIndex((bar) => clientX < bar.getBoundingClientRect().right);
      return at === -1 ? bars.length - 1 : at;
    },
  });
  const { span, handlers } = useGestures(chart, () => index, onChoose);
  const isPointed = (i: number) => (span ? i >= span.first && i <= span.last : i === index);
  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter" && index !== undefined) onChoose({ first: index, last: index });
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
        ref={columns}
        // Screen readers hand the arrow keys on to an application alone.
        role="application"
        aria-roledescription={chartWords.role}
        aria-label={best ? words.chartWithMost(label, textOf(best)) : words.chart(label)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between its points
        tabIndex={0}
        onKeyDown={move}
        {...handlers}
        // A finger leaves after each touch, and the next touch opens the bar that is shown.
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setIndex(undefined)}
        onBlur={() => setIndex(undefined)}
        style={{ backgroundSize: `100% ${100 / (ticks.length - 1)}%` }}
      >
        {points.map(({ name, number, isOver, parts = [] }, i) => (
          <span
            key={name}
            class={isPointed(i) ? "bar-column pointed" : "bar-column"}
            onPointerEnter={({ pointerType }) => pointerType === "mouse" && setIndex(i)}
          >
            <span
              class={isOver ? "" : "unfinished"}
              style={{ height: `${(Math.max(number, 0) / top) * 100}%` }}
            >
              {parts.map((part) => (
                <span
                  key={part.name}
                  class={`part-${part.name}`}
                  style={{ flexGrow: part.number }}
                />
              ))}
            </span>
          </span>
        ))}
      </div>
      {pointed && index !== undefined && (
        <div class="tip" style={besideBar(index, points.length)} aria-hidden="true">
          {pointed.tip ?? textOf(pointed)}
        </div>
      )}
      <div class="hidden" role="status">
        {pointed && textOf(pointed)}
      </div>
      <figcaption>
        {placesOf(points.length, labelsMax).map((place) => (
          <span key={place} style={{ left: `${((place + 0.5) / points.length) * 100}%` }}>
            {points[place]?.tick}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Returns the place of the tip: on the side of the bar that has more room. */
function besideBar(index: number, count: number): { left: string } | { right: string } {
  const isInLeftHalf = index < count / 2;
  const share = (isInLeftHalf ? index + 1 : count - index) / count;
  // The axis and the padding are no part of the plot. A phone has no room beside all bars.
  const edgePx = isInLeftHalf ? 92 : 28;
  const place = `min(100% - 230px, ${edgePx}px + (100% - 104px) * ${share})`;
  return isInLeftHalf ? { left: place } : { right: place };
}

function textOf({ name, text = "–" }: BarPoint): string {
  return words.point(name, text);
}
