import { gzipSync } from "node:zlib";
import type { SourceFile } from "../../../src/import/files/source-file.ts";
import type { EventFormat, PropTable, SourceEvent } from "../../../src/import/format.ts";
import { RowCounter } from "../../../src/import/run/row-counter.ts";

export const website = { id: 1, domain: "example.com", timezone: "UTC" };

/** Returns a file with this content, which comes in small pieces. */
export function fileOf(name: string, content: string | Buffer): SourceFile {
  const bytes = Buffer.from(content);
  return {
    name,
    async *read() {
      for (let i = 0; i < bytes.length; i += 50) yield bytes.subarray(i, i + 50);
    },
  };
}

/** Returns a CSV file of rows by the names of their columns. */
export function csvOf(
  name: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
  lineEnd = "\n",
): SourceFile {
  const quote = (text: string) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((row) => columns.map((column) => quote(row[column] ?? "")).join(","));
  return fileOf(name, [columns.map(quote).join(","), ...lines, ""].join(lineEnd));
}

export async function contentOf(file: SourceFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function gzipped(file: SourceFile): Promise<Buffer> {
  return gzipSync(await contentOf(file));
}

function memoryProps(): PropTable {
  const all = new Map<string, [string, string][]>();
  return {
    async add(props) {
      for (const [key, name, value] of props) {
        all.set(key, [...(all.get(key) ?? []), [name, value]]);
      }
    },
    async find(keys) {
      return new Map(keys.flatMap((key) => (all.has(key) ? [[key, all.get(key) ?? []]] : [])));
    },
  };
}

/** Reads the files as an import does. */
export async function readAll(
  format: EventFormat,
  files: readonly SourceFile[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<{ events: SourceEvent[]; counter: RowCounter }> {
  const counter = new RowCounter();
  const events: SourceEvent[] = [];
  await format.inspect(files, options);
  const context = { website, options, counter, props: memoryProps() };
  for await (const some of format.read(files, context)) events.push(...some);
  return { events, counter };
}
