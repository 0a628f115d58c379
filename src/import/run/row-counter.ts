/** The reasons for which a row of a file is not imported. */
export const skipReasons = [
  "broken",
  "duplicate",
  "bot",
  "hostname",
  "day_left",
  "not_over",
  "kind",
  "visitor",
  "time",
  "ip",
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Unknown spellings are listed up to this number for each statistic; the rest are counted only. */
const spellingsMax = 100;
/** Longer spellings are cut. */
const spellingCharactersMax = 200;

/** Counts the rows of an import. */
export class RowCounter {
  read = 0;
  readonly skipped: Partial<Record<SkipReason, number>> = {};
  /** Name of a statistic → spelling → number of rows. */
  readonly unmapped: Record<string, Record<string, number>> = {};

  /** Counts a row that is not imported. It counts as read, too. */
  skip(reason: SkipReason, rows = 1): void {
    this.read += rows;
    this.take(reason, rows);
  }

  /** Counts rows as not imported that were counted as read before. */
  take(reason: SkipReason, rows: number): void {
    if (rows > 0) this.skipped[reason] = (this.skipped[reason] ?? 0) + rows;
  }

  /** Counts a row with a spelling that no table of names has. */
  unknown(name: string, spelling: string): void {
    this.unmapped[name] ??= Object.create(null) as Record<string, number>;
    const spellings = this.unmapped[name];
    const cut = spelling.slice(0, spellingCharactersMax);
    if (spellings[cut] === undefined && Object.keys(spellings).length >= spellingsMax) return;
    spellings[cut] = (spellings[cut] ?? 0) + 1;
  }
}
