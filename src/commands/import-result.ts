import type { Import } from "../definitions/import.ts";
import type { LogImport } from "../import/run/log-import.ts";

/** Returns what a command prints about an import of a product's history. */
export function historyResult({ rows, days, unmapped, ignored, status, isDryRun }: Import): string {
  const { collected, imported, not_over } = days.leftBecause;
  const counts = table(24, [
    ["rows read", rows.read],
    ["imported", rows.imported],
    ...reasons("skipped", rows.skipped),
    ["days taken", days.taken],
    ["days left: collected", collected],
    ["days left: imported", imported],
    ["days left: not over", not_over],
  ]);
  const unknown = Object.entries(unmapped).flatMap(([name, spellings]) =>
    Object.entries(spellings).map(([text, count]) => `unknown ${name}: ${text} (${count})\n`),
  );
  const files = ignored.map((name) => `not read: ${name}\n`);
  const note = isDryRun && status === "done" ? ["Nothing was stored: this was a dry run.\n"] : [];
  return [counts, ...unknown, ...files, ...note].join("");
}

/** Returns what a command prints about a run of an import of access logs. */
export function logResult({ counts, notes }: Pick<LogImport, "counts" | "notes">): string {
  const { linesRead, imported, dropped, unreadable, alreadyImported, comments } = counts;
  const lines = table(20, [
    ["lines read", linesRead],
    ["imported", imported],
    ...reasons("dropped", dropped),
    ["unreadable", unreadable],
    ["already imported", alreadyImported],
    ...(comments > 0 ? [["comments", comments] as const] : []),
  ]);
  return [lines, ...notes.map((note) => `note: ${note}\n`)].join("");
}

type Row = readonly [name: string, count: number];

function reasons(what: string, counts: Readonly<Record<string, number>>): Row[] {
  return Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, count]) => [`${what}: ${reason}`, count]);
}

function table(width: number, rows: readonly Row[]): string {
  return rows
    .map(([name, count]) => `${name.padEnd(width)} ${String(count).padStart(12)}\n`)
    .join("");
}
