import type { ComponentChildren } from "preact";

import type { Compared } from "../api/answers.ts";
import { Before, Change, pointsBetween, type Shift } from "../components/change.tsx";
import { formatWords } from "../words/format-words.ts";

interface Total extends Pick<Shift, "points" | "isSame"> {
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
      {totals.map(({ label, text, change, before, ...shift }) => (
        <div key={label} class="total">
          <dt>{label}</dt>
          <dd class="total-number">{text}</dd>
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

type Since<Name extends string> = Compared<Name> & Readonly<Record<Name, number | null>>;

/** Returns the change of a number, and what it was in the earlier range, if there is one. */
export function sinceBefore<Name extends string>(
  record: Since<Name>,
  name: Name,
  textOf: (value: number) => string,
): Pick<Total, "change" | "before" | "isSame"> {
  const [now, earlier] = [record[name], record.previous?.[name] ?? null];
  const before = earlier === null ? undefined : textOf(earlier);
  return {
    change: record.change?.[name],
    before,
    isSame: now !== null && before === textOf(now),
  };
}

/** Returns the same for a share, whose change is the difference. `whole` is 100 for percent. */
export function pointsSinceBefore<Name extends string>(
  record: Since<Name>,
  name: Name,
  textOf: (value: number) => string,
  whole = 1,
): Pick<Total, "change" | "points" | "before" | "isSame"> {
  const points = pointsBetween(record[name], record.previous?.[name]);
  return {
    ...sinceBefore(record, name, textOf),
    points: points === undefined ? undefined : points / whole,
  };
}
