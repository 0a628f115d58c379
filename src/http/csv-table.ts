type Row = Readonly<Record<string, unknown>>;

/**
 * Returns records as CSV (RFC 4180) with a header line. Texts stand in quotes, null is an empty
 * field, and lists and objects are JSON.
 */
export function csvTable(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(","));
  return [columns.join(","), ...lines].map((line) => `${line}\r\n`).join("");
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `"${text.replaceAll('"', '""')}"`;
}
