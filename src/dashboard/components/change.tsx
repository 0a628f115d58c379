import { format } from "../reader.ts";

interface ChangeProps {
  readonly change: number | null;
  /** Whether less is better, as with the bounce rate. */
  readonly isReversed?: boolean;
}

/** Shows how much a number has changed since the earlier period. */
export function Change({ change, isReversed = false }: ChangeProps) {
  if (change === null) return <span class="change">–</span>;
  if (Math.abs(change) < 0.0005) return <span class="change">no change</span>;
  const isGood = change > 0 !== isReversed;
  return (
    <span class={isGood ? "change good" : "change bad"}>
      <span aria-hidden="true">{change > 0 ? "↑" : "↓"}</span>
      <span class="hidden">{change > 0 ? "up" : "down"} </span>
      {format.change(change)}
    </span>
  );
}
