/** A requirement, and what was measured in this run. */
export interface Verdict {
  readonly wanted: string;
  readonly measured: string;
  readonly held: boolean;
}

/** The most dimensions that a verdict names; more are only counted. */
const namedMax = 5;

/** A ratio of each dimension. */
export type Ratios = ReadonlyMap<string, number>;

/**
 * Returns the verdict on ratios that all must be at least, or at most, a limit. It names the worst
 * ratio, and the dimensions that miss the limit.
 */
export function verdictOf(
  wanted: string,
  ratios: Ratios,
  limit: { atLeast: number } | { atMost: number },
): Verdict {
  const holds = (ratio: number) =>
    "atLeast" in limit ? ratio >= limit.atLeast : ratio <= limit.atMost;
  const sorted = [...ratios].sort(([, a], [, b]) => ("atLeast" in limit ? a - b : b - a));
  const [worst, median] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  const missing = sorted.filter(([, ratio]) => !holds(ratio)).map(([name]) => name);
  const some =
    missing.length > namedMax ? `${missing.length} of ${ratios.size}` : missing.join(", ");
  const missed = missing.length > 0 ? `; missed by ${some}` : "";
  return {
    wanted,
    measured: `${show(worst?.[1])} (${worst?.[0]}), median ${show(median?.[1])}${missed}`,
    held: ratios.size > 0 && missing.length === 0,
  };
}

export function reportVerdicts(verdicts: readonly Verdict[]): string {
  return verdicts
    .map(({ wanted, measured, held }) => `${held ? "held  " : "missed"} ${wanted}: ${measured}`)
    .join("\n");
}

function show(ratio = Number.NaN): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}
