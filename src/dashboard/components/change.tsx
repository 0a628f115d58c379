import { commonWords as words } from "../words/common.ts";
import { format } from "../words/reader.ts";

interface ChangeProps {
  readonly change: number | null;
  /** Whether less is better, as with the bounce rate. */
  readonly isReversed?: boolean;
}

/** Shows how much a number has changed since the earlier period. */
export function Change({ change, isReversed = false }: ChangeProps) {
  if (change === null) return <span class="change">–</span>;
  if (Math.abs(change) < 0.0005) return <span class="change">{words.noChange}</span>;
  const text = format.change(change);
  const isGood = change > 0 !== isReversed;
  return (
    <span class={isGood ? "change good" : "change bad"}>
      <span aria-hidden="true">{change > 0 ? "↑" : "↓"}</span>
      <span aria-hidden="true">{text}</span>
      <span class="hidden">{change > 0 ? words.up(text) : words.down(text)}</span>
    </span>
  );
}

/** Shows the earlier number beside its change, where there is room. */
export function Before({ text }: { readonly text: string }) {
  return (
    <span class="change-before" title={words.was(text)}>
      {words.was(text)}
    </span>
  );
}
