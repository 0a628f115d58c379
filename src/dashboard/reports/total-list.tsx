import type { ComponentChildren } from "preact";

import type { Compared } from "../api/report-page.ts";
import { Before, Change } from "../components/change.tsx";

interface Total {
  readonly label: string;
  readonly text: ComponentChildren;
  /** The change since the earlier range; undefined where nothing is compared. */
  readonly change?: number | null | undefined;
  /** The number of the earlier range. */
  readonly before?: string | undefined;
}

/** Shows numbers in a row, each with its change if there is one. */
export function TotalList({ totals }: { readonly totals: readonly Total[] }) {
  return (
    <dl class="totals report-totals">
      {totals.map(({ label, text, change, before }) => (
        <div key={label} class="total">
          <dt>{label}</dt>
          <dd class="total-number">{text}</dd>
          {change !== undefined && (
            <dd class="total-change">
              <Change change={change} />
              {change !== null && before !== undefined && <Before text={before} />}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Returns the change of a number, and what it was in the earlier range, if there is one. */
export function sinceBefore<Name extends string>(
  { previous, change }: Compared<Name>,
  name: Name,
  textOf: (value: number) => string,
): Pick<Total, "change" | "before"> {
  const before = previous?.[name] ?? null;
  return { change: change?.[name], before: before === null ? undefined : textOf(before) };
}
