import { importProblem } from "../../model/import-problems.ts";
import { readHead, type SourceFile } from "../files/source-file.ts";
import type { Inspection } from "../format.ts";
import { ImportRefused } from "../problems.ts";

/** Problems that a file has by its beginning. */
type Fault = "matomo" | "matomo_error" | "footfall" | "ga4" | "ga4_list";

/** Returns what is wrong with a file, by its beginning; undefined if nothing is. */
export type FindFault = (head: string) => Fault | undefined;

/** Returns whether one of the files begins with JSON of this kind, within this many bytes. */
export async function someFile(
  files: readonly SourceFile[],
  isOfKind: (head: string) => boolean,
  headBytes?: number,
): Promise<boolean> {
  for (const file of files) if (isOfKind(await readHead(file, headBytes))) return true;
  return false;
}

/**
 * Inspects files that should have JSON of one kind. Files with something else than JSON are
 * ignored. Throws `ImportRefused` if one with JSON is faulty, or if there is none.
 */
export async function inspectJson(
  files: readonly SourceFile[],
  findFault: FindFault,
  headBytes?: number,
): Promise<Inspection> {
  const ignored: { name: string; fault: Fault }[] = [];
  for (const file of files) {
    const head = await readHead(file, headBytes);
    const fault = findFault(head);
    if (fault === undefined) continue;
    if (isJson(head)) throw refused(file.name, fault);
    ignored.push({ name: file.name, fault });
  }
  const [first] = ignored;
  if (first !== undefined && ignored.length === files.length) {
    throw refused(first.name, first.fault);
  }
  return { ignored: ignored.map(({ name }) => name) };
}

function refused(file: string, fault: Fault): ImportRefused {
  return new ImportRefused(importProblem(fault, { file }));
}

/** Yields the files with JSON, or with nothing. */
export async function* jsonFiles(files: readonly SourceFile[]): AsyncGenerator<SourceFile> {
  for (const file of files) if (isJson(await readHead(file))) yield file;
}

function isJson(head: string): boolean {
  return /^\s*(?:[[{]|$)/.test(head);
}
