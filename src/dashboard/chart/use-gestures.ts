import { useRef, useState } from "preact/hooks";

/** The part of a chart that the pointer needs. */
export interface PointedChart {
  /** Returns the point nearest to a place in the window. */
  indexAt(clientX: number): number;
  /** Moves the pointer to a point, or hides it. */
  pointAt(index: number | undefined): void;
}

/** Some points of a chart, by their indexes. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A pointer that is down on a chart. */
interface Press {
  readonly x: number;
  readonly index: number;
  /** The point that was shown before. */
  readonly shown: number | undefined;
  span: Span | undefined;
}

/** A pointer that moves less is not dragged. */
const dragPx = 6;

/**
 * Returns the handlers of a chart's pointer, and the points that it is being dragged over. A click
 * chooses a point, and a drag several ones. A first touch shows a point, and a second one on it
 * chooses it.
 */
export function useGestures(
  plot: { readonly current: PointedChart | undefined },
  shownIndex: () => number | undefined,
  onChoose: (span: Span) => void,
) {
  const press = useRef<Press>(undefined);
  const [span, setSpan] = useState<Span>();
  const end = () => {
    const ended = press.current;
    press.current = undefined;
    setSpan(undefined);
    return ended;
  };
  const handlers = {
    onPointerDown({ clientX, isPrimary, button }: PointerEvent) {
      const index = plot.current?.indexAt(clientX);
      if (!isPrimary || button !== 0 || index === undefined) return;
      press.current = { x: clientX, index, shown: shownIndex(), span: undefined };
    },
    onPointerMove({ clientX, pointerId, currentTarget }: PointerEvent) {
      const { current } = press;
      const index = plot.current?.indexAt(clientX);
      if (current === undefined || index === undefined) return;
      if (current.span === undefined) {
        if (Math.abs(clientX - current.x) < dragPx) return;
        (currentTarget as Element).setPointerCapture(pointerId);
      }
      const [first, last] = [Math.min(current.index, index), Math.max(current.index, index)];
      current.span = { first, last };
      setSpan(current.span);
      plot.current?.pointAt(index);
    },
    onPointerUp({ pointerType }: PointerEvent) {
      const ended = end();
      if (ended === undefined) return;
      const { index, shown, span: dragged } = ended;
      // A drag within one point is a click with an unsteady hand.
      const isDrag = dragged !== undefined && dragged.first < dragged.last;
      if (isDrag) onChoose(dragged);
      else if (pointerType === "mouse" || shown === index) onChoose({ first: index, last: index });
      else plot.current?.pointAt(index);
    },
    onPointerCancel: end,
  };
  return { span, handlers };
}
