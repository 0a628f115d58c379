import { deliveryDays } from "../../model/choices.ts";
import type { LastResult } from "../../model/last-result.ts";
import { useProblem } from "../components/use-problem.ts";
import { timeText } from "../words/reader.ts";

interface LastTextProps {
  readonly last: LastResult | null;
  readonly words: {
    /** Without it, nothing is said if there was no message. */
    readonly none?: (days: number) => string;
    readonly sent: (time: string) => string;
    readonly failed: (time: string, problem: string) => string;
  };
}

/** Says what became of the last message of something. */
export function LastText({ last, words }: LastTextProps) {
  const reason = useProblem(last?.problem ?? null);
  if (last === null) return words.none ? <p class="hint">{words.none(deliveryDays)}</p> : null;
  const time = timeText(last.at);
  return last.status === "sent" ? (
    <p class="hint">{words.sent(time)}</p>
  ) : (
    <p class="error">{words.failed(time, reason)}</p>
  );
}
