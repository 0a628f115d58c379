import {
  type FileProblem,
  fileProblem,
  type ImportProblem,
  importProblem,
} from "../../model/import-problems.ts";
import { findHint } from "../files/format-hints.ts";
import { detectFormat, findProblem, formatNamed, formatNames } from "./formats.ts";
import {
  fileSizeBytes,
  type LineBlock,
  nameOf,
  type ReadOptions,
  readLineBlocks,
} from "./log-file.ts";
import type { LogFormat } from "./log-format.ts";

/** Lines that tell the format of a log. Blank ones tell nothing. */
const firstLinesMax = 100;
/** Limit of their characters. Each format tries all of them in one turn of the event loop. */
const firstCharactersMax = 256 * 1024;
/** Limit of lines that are looked through for the first ones. */
const headLinesMax = 10_000;
/**
 * Limit of the text that is looked through, in one turn of the event loop. A file without line
 * feeds has no first line.
 */
const headBytesMax = 2 * 1024 ** 2;

/** Thrown for a log that cannot be imported. The message is one line and names the file. */
export class AccessLogRefused extends Error {
  readonly path: string;
  /** The message. */
  readonly problem: ImportProblem;
  /** Whether it is known all the same: a log that lacks something, or what a hint is about. */
  readonly isKnown: boolean;
  readonly #why: FileProblem;

  constructor(path: string, why: FileProblem, { isKnown = false } = {}) {
    const problem = importProblem("log_refused", { file: nameOf(path), why });
    super(problem);
    this.name = "AccessLogRefused";
    this.path = path;
    this.problem = problem;
    this.isKnown = isKnown;
    this.#why = why;
  }

  /** Returns the problem of an uploaded file, under the name that its sender knows. */
  under(file: string, code: "file" | "file_stopped"): ImportProblem {
    return importProblem(code, { file, why: this.#why });
  }
}

export interface OpenLog {
  /** Undefined if the log has no lines. */
  readonly format: LogFormat | undefined;
  /** All blocks of the log. They close it at their end, and when their reader stops early. */
  readonly blocks: AsyncIterable<LineBlock>;
  /** Closes a log whose blocks nobody reads. */
  close(): Promise<void>;
}

/**
 * Opens a log, and finds its format unless `formatName` gives it.
 *
 * Rejects with `AccessLogUnreadable` if not even the first line can be read, and with
 * `AccessLogRefused` if no format fits or the log lacks something.
 */
export async function openLog(
  path: string,
  formatName: string | undefined,
  options: ReadOptions = {},
): Promise<OpenLog> {
  const blocks = readLineBlocks(path, options);
  try {
    const head = await readHead(blocks);
    const format = chooseFormat(path, head, formatName);
    const close = async () => void (await blocks.return(undefined));
    return { format, blocks: replay(head, blocks), close };
  } catch (error) {
    await blocks.return(undefined);
    throw error;
  }
}

/**
 * Rejects as `openLog` would, so that an import of several files can tell before it stores
 * anything. Standard input and pipes can be read only once, so nothing is known of them.
 */
export async function checkLog(
  path: string,
  formatName: string | undefined,
  options: ReadOptions = {},
): Promise<void> {
  if ((await fileSizeBytes(path)) === undefined) return;
  const log = await openLog(path, formatName, options);
  await log.close();
}

function chooseFormat(
  path: string,
  head: Head,
  formatName: string | undefined,
): LogFormat | undefined {
  const firstLines = firstLinesOf(head.blocks);
  const format = formatName === undefined ? detectFormat(firstLines) : formatNamed(formatName);
  if (firstLines.length === 0 && !head.isCut) return format;
  if (format === undefined) {
    const hint = findHint(firstLines.join("\n"));
    if (hint !== undefined) throw new AccessLogRefused(path, hint, { isKnown: true });
    const names = formatNames.join(", ");
    throw new AccessLogRefused(path, fileProblem("no_format", { formats: names }));
  }
  const problem = findProblem(format, firstLines);
  if (problem !== undefined) throw new AccessLogRefused(path, problem, { isKnown: true });
  return format;
}

interface Head {
  readonly blocks: readonly LineBlock[];
  /** The failure that ended the log this early. The lines before it count nevertheless. */
  readonly failure: unknown;
  /** Whether it ends where the limit of its text is. */
  readonly isCut: boolean;
}

async function readHead(blocks: AsyncGenerator<LineBlock>): Promise<Head> {
  const head: LineBlock[] = [];
  let found = 0;
  let lines = 0;
  let bytes = 0;
  try {
    while (found < firstLinesMax && lines < headLinesMax && bytes < headBytesMax) {
      const next = await blocks.next();
      if (next.done === true) break;
      head.push(next.value);
      lines += next.value.lines.length;
      bytes = next.value.textBytes;
      found += [...next.value.lines].filter((line) => !isBlank(line)).length;
    }
  } catch (error) {
    if (found === 0) throw error;
    return { blocks: head, failure: error, isCut: false };
  }
  return { blocks: head, failure: undefined, isCut: bytes >= headBytesMax };
}

function firstLinesOf(blocks: readonly LineBlock[]): string[] {
  const firstLines: string[] = [];
  let characters = 0;
  for (const { lines } of blocks) {
    for (const line of lines) {
      if (firstLines.length === firstLinesMax || characters > firstCharactersMax) return firstLines;
      if (isBlank(line)) continue;
      firstLines.push(line);
      characters += line.length;
    }
  }
  return firstLines;
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}

async function* replay(head: Head, rest: AsyncGenerator<LineBlock>): AsyncGenerator<LineBlock> {
  try {
    yield* head.blocks;
    if (head.failure !== undefined) throw head.failure;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
