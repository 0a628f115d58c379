import { dimensionNames } from "../counting/dimensions.ts";
import type { ImportsMeta } from "../model/imports-meta.ts";
import type { DayState } from "./day-state.ts";

/** The part of an import of totals that answers tell. */
export interface ImportTraits {
  readonly id: number;
  /** Names whose visitors are sums. */
  readonly sums: readonly string[];
  /** Names without values. */
  readonly missing: readonly string[];
}

/** The names of the API, and those of totals beside them, in the order in which they are listed. */
const names: readonly string[] = [...dimensionNames, "engagement", "props"];

/**
 * Returns what an answer owes to days that were imported as totals, given the website's imports;
 * undefined if none of its days was.
 */
export async function describeImports(
  days: readonly DayState[],
  findImports: (ids: ReadonlySet<number>) => Promise<readonly ImportTraits[]>,
): Promise<ImportsMeta | undefined> {
  const imported = new Map(
    days.flatMap(({ date, importId }) => (importId === undefined ? [] : [[date, importId]])),
  );
  if (imported.size === 0) return undefined;
  const ids = new Set(imported.values());
  const asked = (await findImports(ids)).filter(({ id }) => ids.has(id));
  return { days: imported.size, ...namesOf(asked) };
}

/** Returns what an answer that consists of others owes to imports. */
export function joinImports(parts: readonly (ImportsMeta | undefined)[]): ImportsMeta | undefined {
  const imported = parts.flatMap((each) => each ?? []);
  if (imported.length === 0) return undefined;
  return { days: imported.reduce((sum, { days }) => sum + days, 0), ...namesOf(imported) };
}

/** Returns the names that any of these has, in the order of answers. */
function namesOf(
  all: readonly Pick<ImportTraits, "sums" | "missing">[],
): Pick<ImportsMeta, "sums" | "missing"> {
  const union = (field: "sums" | "missing") => {
    const known = new Set(all.flatMap((each) => each[field]));
    return names.filter((name) => known.has(name));
  };
  return { sums: union("sums"), missing: union("missing") };
}
