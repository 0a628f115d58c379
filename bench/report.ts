export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Returns the smallest value that at least `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Returns a Markdown table; the first column is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, width: number, i: number) =>
    i === 0 ? cell.padEnd(width) : cell.padStart(width);
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => pad(cell, widths[i] ?? 0, i)).join(" | ")} |`;
  const rule = widths.map((width, i) =>
    i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Returns the flag's value as an integer of at least `min`. */
export function integerFlag(text: string, name: string, min = 1): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < min) {
    throw new Error(`--${name} must be ${min} or more`);
  }
  return value;
}

/** Returns the flag's values, which commas separate. */
export function integersFlag(text: string, name: string, min = 1): number[] {
  return text.split(",").map((value) => integerFlag(value, name, min));
}
