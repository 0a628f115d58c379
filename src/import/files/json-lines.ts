import { StringDecoder } from "node:string_decoder";
import { parseObject } from "../../base/validation.ts";

import type { SourceFile } from "./source-file.ts";

/** An object of a line; undefined if the line is none. */
export type JsonLine = Readonly<Record<string, unknown>> | undefined;

/** Lines are handed on when there are this many, or when they hold this much. */
const linesAtOnce = 1_000;
const charactersAtOnce = 4 * 1024 * 1024;
/** Longer lines are no record of any format, and must not fill the memory. */
const lineCharactersMax = 4 * 1024 * 1024;

/** Yields the lines of an NDJSON file, some at a time. Blank lines are left out. */
export async function* jsonLines(file: SourceFile): AsyncGenerator<readonly JsonLine[]> {
  let some: JsonLine[] = [];
  let characters = 0;
  for await (const line of linesOf(file)) {
    if (line === undefined) some.push(undefined);
    else if (line.trim() !== "") some.push(parseLine(line));
    characters += line?.length ?? 0;
    if (some.length < linesAtOnce && characters < charactersAtOnce) continue;
    yield some;
    some = [];
    characters = 0;
  }
  if (some.length > 0) yield some;
}

/** Yields every line; undefined for one that is too long. */
async function* linesOf(file: SourceFile): AsyncGenerator<string | undefined> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let isTooLong = false;
  for await (const chunk of file.read()) {
    const lines = decoder.write(chunk).split("\n");
    // Looking through the rest again, for each chunk of a long line, would take too long.
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    for (const line of lines) {
      yield isTooLong ? undefined : line;
      isTooLong = false;
    }
    if (rest.length > lineCharactersMax) {
      isTooLong = true;
      rest = "";
    }
  }
  rest += decoder.end();
  if (isTooLong) yield undefined;
  else if (rest !== "") yield rest;
}

function parseLine(line: string): JsonLine {
  return parseObject(line.startsWith("\uFEFF") ? line.slice(1) : line);
}
