import type { ComponentChildren } from "preact";

import { Change } from "../components/change.tsx";

interface Total {
  readonly label: string;
  readonly text: ComponentChildren;
  /** The change since the earlier range; undefined where nothing is compared. */
  readonly change?: number | null | undefined;
}

/** Shows numbers in a row, each with its change if there is one. */
export function TotalList({ totals }: { readonly totals: readonly Total[] }) {
  return (
    <dl class="totals report-totals">
      {totals.map(({ label, text, change }) => (
        <div key={label} class="total">
          <dt>{label}</dt>
          <dd class="total-number">{text}</dd>
          {change !== undefined && (
            <dd class="total-change">
              <Change change={change} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
