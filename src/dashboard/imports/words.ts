import type { ImportRecord } from "../../model/import.ts";
import { isDimension, wordsOf } from "../address/dimension-words.ts";
import { explain, type Failure } from "../api/failure.ts";
import type { Format } from "../words/format.ts";

/** Has the name of each source, by its name in the API. */
export const sourceNames: Readonly<Record<string, string>> = {
  plausible: "Plausible",
  umami: "Umami",
  matomo: "Matomo",
  "simple-analytics": "Simple Analytics",
  goatcounter: "GoatCounter",
  ga4: "Google Analytics 4",
  "ga4-csv": "Google Analytics 4 (CSV)",
  fathom: "Fathom",
  footfall: "Footfall",
  "access-log": "Access logs",
};

export function sourceName(source: string): string {
  return sourceNames[source] ?? source;
}

/** Words for the reasons of skipped rows, after their number. */
const skipWords: Readonly<Record<string, string>> = {
  broken: "could not be read",
  duplicate: "were there already",
  bot: "came from bots",
  ip: "came from excluded addresses",
  hostname: "are of another host",
  day_left: "are on days that are left as they are",
  not_over: "are on days that are not over",
  kind: "are no page views or events",
  visitor: "name no visitor",
  time: "have an impossible time",
};

/** Words for the reasons of days that an import leaves, after their number. */
const leftWords: Readonly<Record<keyof ImportRecord["days"]["left_because"], string>> = {
  collected: "have statistics already",
  imported: "came with another import",
  not_over: "not over yet",
};

/** Returns a number with its noun: `1 row`, `2 rows`. */
export function countOf(format: Format, count: number, noun: "row" | "day" | "file"): string {
  return `${format.count(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns the skipped rows in words, the most frequent reason first. */
export function skippedTexts(format: Format, { skipped }: ImportRecord["rows"]): string[] {
  return Object.entries(skipped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, rows]) => `${format.count(rows)} ${skipWords[reason] ?? reason}`);
}

/** Returns the days that an import leaves in words, by reason. */
export function leftTexts(format: Format, { left_because }: ImportRecord["days"]): string[] {
  const reasons = Object.entries(leftWords) as [keyof typeof leftWords, string][];
  return reasons
    .filter(([reason]) => left_because[reason] > 0)
    .map(([reason, words]) => `${format.count(left_because[reason])} ${words}`);
}

/** Returns the unknown spellings in words, a text for each statistic. */
export function unknownTexts(format: Format, { unmapped }: ImportRecord): string[] {
  return Object.entries(unmapped).map(([name, spellings]) => {
    const listed = Object.entries(spellings)
      .sort(([, a], [, b]) => b - a)
      .map(([spelling, rows]) => `${spelling} (${format.count(rows)})`);
    return `${isDimension(name) ? wordsOf(name).many : name}: ${listed.join(", ")}`;
  });
}

/** Returns the days that an import takes: their number, the first and the last. */
export function takenText(format: Format, { days, from, to, source }: ImportRecord): string {
  if (from !== null && to !== null) {
    return `${countOf(format, days.taken, "day")}, ${format.days({ from, to })}`;
  }
  return source === "access-log" ? "No day of its own: counted beside what is there" : "None";
}

/** Returns the files of an import: the first by its name, the others by their number. */
export function filesText(format: Format, { files }: ImportRecord): string {
  const [first, ...others] = files;
  if (first === undefined) return "no files";
  return others.length === 0 ? first.name : `${first.name} and ${format.count(others.length)} more`;
}

/** Returns the words that undoing an import asks to confirm. */
export function undoWords(
  format: Format,
  record: ImportRecord,
): { readonly title: string; readonly text: string; readonly button: string } {
  const source = sourceName(record.source);
  if (record.status === "running") {
    const text = "It stops, and all that it has brought is taken away.";
    return { title: `Stop the import from ${source}?`, text, button: "Stop the import" };
  }
  const { from, to, days, rows } = record;
  const on =
    from === null || to === null
      ? ""
      : ` on ${countOf(format, days.taken, "day")}, ${format.days({ from, to })}`;
  const text = `${countOf(format, rows.imported, "row")}${on} will be taken away from the statistics. What Footfall collected itself stays. The same files can be imported again.`;
  if (record.status === "failed") {
    const title = `Remove the import from ${source}?`;
    // What access logs have brought to a command stays when a run of it fails.
    if (rows.imported > 0) return { title, text, button: "Remove the import" };
    const nothing = "It has brought nothing. Only its entry in the list goes.";
    return { title, text: nothing, button: "Remove the entry" };
  }
  return { title: `Undo the import from ${source}?`, text, button: "Undo the import" };
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

const failureWords: Readonly<Record<string, string>> = {
  IMPORT_RUNNING:
    "Another import of this website is running, being checked or being undone. Wait for its end, and try again.",
  BODY_TOO_LARGE:
    "The files are larger than the server takes. Its setting IMPORT_BYTES_MAX is the limit.",
  UNSUPPORTED_MEDIA_TYPE:
    "The server did not take the files. A proxy may have changed the request.",
  NOT_FOUND: "This import no longer exists.",
  BROKEN_OFF:
    "The upload broke off. The server may be unavailable, or the files are larger than it takes, or they have changed.",
};

/** Returns a failure's message above the form; undefined if fields have it. */
export function explainImport(failure: Failure): string | undefined {
  if (failure.code === "VALIDATION") {
    const isShown = Object.keys(failure.fields).every((name) => fields.includes(name));
    if (isShown) return undefined;
  }
  return failureWords[failure.code] ?? explain(failure);
}
