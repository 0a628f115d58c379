/** A file that was imported. */
export interface ImportedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Days for which the files have something. */
export interface ImportDays {
  readonly taken: number;
  readonly left: number;
  /** Left days by reason: they have events or totals already, or are not over. */
  readonly leftBecause: Readonly<Record<"collected" | "imported" | "not_over", number>>;
}

export interface ImportRows {
  /** The sum of all others. */
  readonly read: number;
  readonly imported: number;
  /** Reason → rows. */
  readonly skipped: Readonly<Record<string, number>>;
}

export type ImportStatus = "running" | "done" | "failed" | "deleting";

/** Days, `YYYY-MM-DD`, both inclusive. */
export type DaySpan = readonly [from: string, to: string];

/**
 * An import of another product's history into a website. Everything that is known about it is in
 * here, so any Footfall can show it, go on with it, or undo it.
 */
export interface Import {
  readonly source: string;
  /** Rows are events; or sums of a day, which become totals of days without events. */
  readonly kind: "events" | "totals";
  readonly status: ImportStatus;
  /**
   * A hash of source, options and files, by which the same import is recognised. Of access logs
   * that a command reads, the paths stand for the files.
   */
  readonly digest: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether it only reports what an import would do. */
  readonly isDryRun: boolean;
  /** For access logs that a command reads: those that the last run has read to their end. */
  readonly files: readonly ImportedFile[];
  readonly days: ImportDays;
  readonly rows: ImportRows;
  /** Statistic → unknown spelling → rows. */
  readonly unmapped: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** One sentence about a failure. */
  readonly problem: string | null;
  /** Names of entries that were not read. */
  readonly ignored: readonly string[];
  /** For totals: names of statistics whose visitors are sums, and of those without a table. */
  readonly sums: readonly string[];
  readonly missing: readonly string[];
  /** ISO 8601, whole seconds, UTC. */
  readonly finishedAt: string | null;
  /** The days that it has taken. No other import takes them. */
  readonly taken: readonly DaySpan[];
  /**
   * The number of its events on each of these days. It is empty until all rows are staged. The
   * batches that the events are inserted as follow from it.
   */
  readonly takenEvents: readonly number[];
  /** The roll-up that has its totals. */
  readonly rollupId: string | null;
  /** The directory with its files, below that of uploads; null if a command reads them itself. */
  readonly upload: string | null;
}

const noDays: ImportDays = {
  taken: 0,
  left: 0,
  leftBecause: { collected: 0, imported: 0, not_over: 0 },
};

/** Returns an import that is about to begin. */
export function newImport(
  begun: Pick<
    Import,
    "source" | "kind" | "digest" | "options" | "isDryRun" | "files" | "ignored" | "upload"
  > &
    Partial<Pick<Import, "sums" | "missing">>,
): Import {
  return {
    sums: [],
    missing: [],
    ...begun,
    status: "running",
    days: noDays,
    rows: { read: 0, imported: 0, skipped: {} },
    unmapped: {},
    problem: null,
    finishedAt: null,
    taken: [],
    takenEvents: [],
    rollupId: null,
  };
}

/** Returns whether an import is running or being undone, so that no other one may begin. */
export function isUnderWay({ status }: Import): boolean {
  return status === "running" || status === "deleting";
}

/**
 * Returns whether a later run goes on with the import under the same id: a command reads access
 * logs. They may grow, and may be read again at any time, so nothing that it has stored goes when a
 * run fails.
 */
export function isContinuable({
  source,
  upload,
  isDryRun,
}: Pick<Import, "source" | "upload" | "isDryRun">): boolean {
  return source === "access-log" && upload === null && !isDryRun;
}

/** Returns whether the import has taken the day. */
export function hasTaken({ taken }: Import, day: string): boolean {
  return taken.some(([from, to]) => from <= day && day <= to);
}

/** Returns the days that the import has taken, oldest first. */
export function takenDays({ taken }: Pick<Import, "taken">): string[] {
  return taken.flatMap(([from, to]) => {
    const days = [from];
    for (let day = from; day < to; ) {
      day = nextDay(day);
      days.push(day);
    }
    return days;
  });
}

/** Returns sorted days as spans of neighbours. */
export function spansOf(days: readonly string[]): DaySpan[] {
  const spans: [string, string][] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last !== undefined && nextDay(last[1]) === day) last[1] = day;
    else spans.push([day, day]);
  }
  return spans;
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** A dry run is forgotten this long after its end. */
const dryRunMs = 60 * 60_000;

/** Returns whether an import was a dry run whose result nobody needs any more. */
export function isForgotten({ isDryRun, finishedAt }: Import, nowMs: number): boolean {
  return isDryRun && finishedAt !== null && nowMs - Date.parse(finishedAt) > dryRunMs;
}
