import type { ComponentChildren } from "preact";

import type { Compared } from "../api/answers.ts";
import { Before, Change, pointsBetween } from "../components/change.tsx";
import { formatWords } from "../words/format-words.ts";

interface Total {
  readonly label: string;
  readonly text: ComponentChildren;
  /** The change since the earlier range; undefined where nothing is compared. */
  readonly change?: number | null | undefined;
  /** The difference of two shares, in place of the change. */
  readonly points?: number | undefined;
  /** The number of the earlier range. */
  readonly before?: string | undefined;
}

/** Shows numbers in a row, each with its change if there is one. */
export function TotalList({ totals }: { readonly totals: readonly Total[] }) {
  return (
    <dl class="totals report-totals">
      {totals.map(({ label, text, change, points, before }) => (
        <div key={label} class="total">
          <dt>{label}</dt>
          <dd class="total-number">{text}</dd>
          {change !== undefined && (
            <dd class="total-change">
              <Change change={change} points={points} />
              {change !== null && before !== undefined && <Before text={formatWords.was(before)} />}
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

/** Returns the same for a share, whose change is the difference. `whole` is 100 for percent. */
export function pointsSinceBefore<Name extends string>(
  record: Compared<Name> & Readonly<Record<Name, number | null>>,
  name: Name,
  textOf: (value: number) => string,
  whole = 1,
): Pick<Total, "change" | "points" | "before"> {
  const points = pointsBetween(record[name], record.previous?.[name]);
  return {
    ...sinceBefore(record, name, textOf),
    points: points === undefined ? undefined : points / whole,
  };
}
