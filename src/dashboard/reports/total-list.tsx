import { Before, Change } from "../components/change.tsx";
import { useSite } from "../site/site.ts";
import { formatWords } from "../words/format-words.ts";
import { blank, type Total } from "./totals.ts";

interface TotalListProps {
  readonly totals: readonly Total[];
  /** Whether the numbers belong to the shown days and filters. */
  readonly isCurrent: boolean;
}

/** Shows numbers in a row, each with its change if there is one. */
export function TotalList({ totals, isCurrent }: TotalListProps) {
  const { earlier } = useSite();
  return (
    <dl class="totals report-totals" data-stale={!isCurrent}>
      {totals.map(({ label, text, change, before, ...shift }) => (
        <div key={label} class="total">
          <dt>{label}</dt>
          <dd class="total-number">{text}</dd>
          {text === blank && earlier && (
            <dd class="total-change">
              <span class="change">{blank}</span>
            </dd>
          )}
          {change !== undefined && (
            <dd class="total-change">
              <Change change={change} {...shift} />
              {change !== null && before !== undefined && <Before text={formatWords.was(before)} />}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
