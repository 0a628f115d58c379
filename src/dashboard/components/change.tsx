import "./change.css";
import { commonWords as words } from "../words/common.ts";
import { format } from "../words/reader.ts";
import type { Shift } from "./shift.ts";

/** Smaller changes are none: 0.1 %, or 0.1 points. */
export const changeMin = 0.001;

/** Shows how much a number has changed since the earlier period. */
export function Change({ change, points, isReversed = false, isSame = false }: Shift) {
  const shift = points ?? change;
  if (shift === null) return <span class="change">–</span>;
  // Shares have four digits, and their differences are not exact.
  if (isSame || Math.abs(shift) < changeMin - 1e-9) {
    return <span class="change">{words.noChange}</span>;
  }
  const isGood = shift > 0 !== isReversed;
  const text = points === undefined ? format.change(shift) : format.points(shift);
  return (
    <span class={isGood ? "change good" : "change bad"}>
      <span aria-hidden="true">{shift > 0 ? "↑" : "↓"}</span>
      <span aria-hidden="true">{text}</span>
      <span class="hidden">{shift > 0 ? words.up(text) : words.down(text)}</span>
    </span>
  );
}

/** Shows the earlier number beside its change. */
export function Before({ text }: { readonly text: string }) {
  return <span class="change-before">{text}</span>;
}
