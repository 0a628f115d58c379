import type { ImportRecord } from "../../model/import.ts";
import { isDimension, wordsOf } from "../address/dimension-words.ts";
import { explain, type Failure } from "../api/failure.ts";
import { importsWords as words } from "../words/imports.ts";
import { format } from "../words/reader.ts";

const { report } = words;
// The API may have others than this release knows.
const sources: Readonly<Record<string, string>> = words.sources;
const skippedWords: Readonly<Record<string, (count: number) => string>> = report.skipped;
const failures: Readonly<Record<string, string>> = words.failures;

export function sourceName(source: string): string {
  return sources[source] ?? source;
}

/** Returns whether a source is access logs, which some languages name differently in sentences. */
export function isOfLogs(source: string): boolean {
  return source === "access-log";
}

/** Returns the skipped rows in words, the most frequent reason first. */
export function skippedTexts({ skipped }: ImportRecord["rows"]): string[] {
  return Object.entries(skipped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, rows]) => skippedWords[reason]?.(rows) ?? report.skippedFor(rows, reason));
}

/** Returns the days that an import leaves in words, by reason. */
export function leftTexts({ left_because: because }: ImportRecord["days"]): string[] {
  const reasons = ["collected", "imported", "not_over"] as const;
  return reasons
    .filter((reason) => because[reason] > 0)
    .map((reason) => report.left[reason](because[reason]));
}

/** Returns the unknown spellings in words, a text for each statistic. */
export function unknownTexts({ unmapped }: ImportRecord): string[] {
  return Object.entries(unmapped).map(([name, spellings]) => {
    const listed = Object.entries(spellings)
      .sort(([, a], [, b]) => b - a)
      .map(([spelling, rows]) => report.spelling(spelling, rows));
    return report.spellings(
      isDimension(name) ? wordsOf(name).many : name,
      listed.join(report.comma),
    );
  });
}

/** Returns the days that an import takes: their number, the first and the last. */
export function takenText({ days, from, to, source }: ImportRecord): string {
  if (from !== null && to !== null) return report.taken(days.taken, format.days({ from, to }));
  return isOfLogs(source) ? report.addedToDays : report.noDays;
}

/** Returns the files of an import: the first by its name, the others by their number. */
export function filesText({ files }: ImportRecord): string {
  const [first, ...others] = files;
  if (first === undefined) return words.list.noFiles;
  return others.length === 0
    ? first.name
    : words.list.filesAndMore(first.name, others.length, files.length);
}

/** The words that undoing an import asks to confirm. */
interface UndoTexts {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

export function undoTexts(record: ImportRecord): UndoTexts {
  const { from, to, days, rows, status } = record;
  const source = sourceName(record.source);
  const isLog = isOfLogs(record.source);
  const { stop, remove, undo, ...sentences } = words.undo;
  if (status === "running") return { ...stop, title: stop.title(source, isLog) };
  const text =
    from === null || to === null
      ? sentences.rows(rows.imported)
      : sentences.rowsOfDays(rows.imported, days.taken, format.days({ from, to }));
  if (status !== "failed") return { title: undo.title(source, isLog), text, button: undo.button };
  const title = remove.title(source, isLog);
  // What access logs have brought to a command stays when a run of it fails.
  if (rows.imported > 0) return { title, text, button: remove.button };
  return { title, text: remove.nothing, button: remove.nothingButton };
}

/** Returns the size of a file, as in `48 KB`. */
export function bytesText(locale: string, bytes: number): string {
  const units = [
    ["gigabyte", 1e9],
    ["megabyte", 1e6],
  ] as const;
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? (["kilobyte", 1e3] as const);
  const options = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / size);
}

/** Fields of the form that show their own errors. */
const fields = ["file", "source", "options"];

/** Returns a failure's message above the form; undefined if fields have it. */
export function explainImport(failure: Failure): string | undefined {
  if (failure.code === "VALIDATION") {
    const isShown = Object.keys(failure.fields).every((name) => fields.includes(name));
    if (isShown) return undefined;
  }
  return failures[failure.code] ?? explain(failure);
}
