import type { ComponentChildren } from "preact";
import type { Compared } from "../api/answers.ts";
import { pointsBetween, type Shift } from "../components/shift.ts";

export interface Total extends Partial<Pick<Shift, "points" | "isSame" | "isReversed">> {
  readonly label: string;
  readonly text: ComponentChildren;
  /** The change since the earlier range; undefined where nothing is compared. */
  readonly change?: number | null | undefined;
  /** The number of the earlier range. */
  readonly before?: string | undefined;
}

/** Reserves the height of a line. */
export const blank = "\u00a0";

type Since<Name extends string> = Compared<Name> & Readonly<Record<Name, number | null>>;

/**
 * Returns a number of a record with its change, and what it was in the earlier range, if there is
 * one. Until there is a record, the total is blank.
 */
export function totalOf<Name extends string>(
  label: string,
  record: Since<Name> | undefined,
  name: Name,
  textOf: (value: number) => string,
): Total {
  if (record === undefined) return { label, text: blank };
  const now = record[name];
  return { label, text: now === null ? "–" : textOf(now), ...sinceBefore(record, name, textOf) };
}

/** Returns the same for a share, whose change is the difference. `whole` is 100 for percent. */
export function shareTotalOf<Name extends string>(
  label: string,
  record: Since<Name> | undefined,
  name: Name,
  textOf: (value: number) => string,
  whole = 1,
): Total {
  const total = totalOf(label, record, name, textOf);
  return record === undefined ? total : { ...total, ...pointsSinceBefore(record, name, whole) };
}

function sinceBefore<Name extends string>(
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

/** Returns the difference of a share; nothing if one of the two is unknown. */
function pointsSinceBefore<Name extends string>(
  record: Since<Name>,
  name: Name,
  whole: number,
): Pick<Total, "points"> {
  const points = pointsBetween(record[name], record.previous?.[name]);
  return { points: points === undefined ? undefined : points / whole };
}
