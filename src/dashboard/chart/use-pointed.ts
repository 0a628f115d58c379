import { useEffect, useRef, useState } from "preact/hooks";
import type { Pointed } from "./tip-text.ts";

/** The pointer needs this long from a point to the tip beside it. */
const tipStaysMs = 250;

/**
 * Returns the point that the pointer or the keyboard is at, and what changes it. Indexes after
 * `last` are of a longer chart that was there before.
 */
export function usePointed(last: number) {
  const [latest, setPointed] = useState<Pointed>();
  const pointed = latest !== undefined && latest.index <= last ? latest : undefined;
  const shown = useRef<Pointed>(undefined);
  shown.current = pointed;
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOnTip = useRef(false);
  useEffect(() => () => clearTimeout(leaving.current), []);
  /** Takes the point away soon, unless the pointer comes to the tip. */
  const leave = () => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(() => {
      if (!isOnTip.current) setPointed(undefined);
    }, tipStaysMs);
  };
  const clear = () => {
    clearTimeout(leaving.current);
    isOnTip.current = false;
    setPointed(undefined);
  };
  /** Stays at its point while the pointer rises, as it may be on its way to the tip. */
  const isRising = useRef(false);
  const rise = ({ movementX, movementY }: PointerEvent) => {
    isRising.current = -movementY * 3 > Math.abs(movementX);
  };
  const point = (index: number | undefined, leftPx: number) => {
    if (index === undefined) return leave();
    clearTimeout(leaving.current);
    if (isRising.current && shown.current !== undefined) return;
    setPointed({ index, leftPx });
  };
  const hoverTip = (isOver: boolean) => {
    isOnTip.current = isOver;
    if (!isOver) leave();
  };
  return { pointed, shown, point, leave, clear, rise, hoverTip };
}
