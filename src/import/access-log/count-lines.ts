import { EventBatch, type ProcessedEvents } from "../../collect/event-batch.ts";
import type { ProcessEvent } from "../../collect/pipeline.ts";
import type { ReadOf } from "../../collect/read.ts";
import type { Salts } from "../../collect/salts.ts";
import { addLines } from "./import-counts.ts";
import type { PieceOutcome } from "./known-pieces.ts";
import type { LogLine, LogReader } from "./log-format.ts";
import { type LineContext, type LineUse, readLine } from "./page-view.ts";

/** Lines between two turns of the event loop: a few milliseconds of work. */
const linesPerTurn = 500;

/** Counts lines by what became of them. */
export type LineCounts = Required<
  Pick<PieceOutcome, "imported" | "reads" | "comments" | "unreadable" | "dropped">
>;

export interface CountingOptions extends LineContext {
  readonly processEvent: ProcessEvent;
  readonly readOf: ReadOf;
  readonly salts: Salts;
  /** Called with each line that can be read. */
  readonly onLine?: (line: LogLine) => void;
  /** Called between some hundred lines; the work goes on when it resolves. */
  readonly rest: () => Promise<void>;
}

/** Turns lines of a log into rows. Resolves with the rows, and what became of the lines. */
export async function countLines(
  texts: Iterable<string>,
  reader: LogReader,
  options: CountingOptions,
): Promise<LineCounts & Pick<ProcessedEvents, "parts">> {
  const { processEvent, readOf, salts, onLine, rest } = options;
  const batch = new EventBatch(processEvent, salts);
  const dropped: Record<string, number> = {};
  let unreadable = 0;
  let comments = 0;
  let nth = 0;
  for (const text of texts) {
    // The previous lines are on their way to the store, in several requests. They need the event
    // loop.
    if (nth % linesPerTurn === 0) await rest();
    nth += 1;
    const line = reader(text);
    if (line === "comment" || (line === undefined && text.trim() === "")) {
      comments += 1;
      continue;
    }
    if (line !== undefined) onLine?.(line);
    const { pageView, request } = line === undefined ? unreadableLine : readLine(line, options);
    const read = request && readOf(request);
    if (read !== undefined) batch.tally.addRead(read);
    if (pageView === undefined) unreadable += 1;
    else if (typeof pageView === "string") addLines(dropped, pageView, 1);
    else {
      const salted = batch.add(pageView);
      if (salted !== undefined) await salted;
    }
  }
  const reads = batch.tally.reads();
  const { accepted, parts, dropped: byRules } = batch.finish();
  for (const [reason, count] of Object.entries(byRules)) addLines(dropped, reason, count);
  return { parts, imported: accepted, reads, comments, unreadable, dropped };
}

const unreadableLine: LineUse = { pageView: undefined };
