import type { LastResult } from "../../model/last-result.ts";
import { timeText } from "../words/times.ts";

interface LastTextProps {
  readonly last: LastResult | null;
  readonly words: {
    /** Without it, nothing is said if there was no message. */
    readonly none?: string;
    readonly sent: (time: string) => string;
    readonly failed: (time: string, problem: string) => string;
  };
}

/** Says what became of the last message of something. */
export function LastText({ last, words }: LastTextProps) {
  if (last === null) return words.none ? <p class="hint">{words.none}</p> : null;
  const { at, status, problem } = last;
  return status === "sent" ? (
    <p class="hint">{words.sent(timeText(at))}</p>
  ) : (
    <p class="error">{words.failed(timeText(at), problem ?? "")}</p>
  );
}
