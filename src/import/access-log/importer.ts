import { setImmediate as turn } from "node:timers/promises";

import { EventBatch } from "../../collect/event-batch.ts";
import { type BatchKey, batchKeys, type IdempotencyRecords } from "../../collect/idempotency.ts";
import type { ProcessEvent } from "../../collect/pipeline.ts";
import type { Salts } from "../../collect/salts.ts";
import type { Website } from "../../websites/website.ts";
import { readLineBlocks } from "./log-file.ts";
import { toPageView } from "./page-view.ts";
import { cutPieces, type EarlierEnds, type Piece } from "./pieces.ts";

/** Lines by their outcome. `linesRead` is the sum of all the others. */
export interface ImportCounts {
  linesRead: number;
  imported: number;
  alreadyImported: number;
  unreadable: number;
  /** Lines by the reason why they were dropped. */
  dropped: Record<string, number>;
}

interface PieceOutcome {
  readonly lines: number;
  readonly end: string;
  readonly batches: readonly BatchKey[];
  readonly imported: number;
  readonly unreadable: number;
  readonly dropped: Readonly<Record<string, number>>;
}

const keyPrefix = "log:";
/** Lines between two turns of the event loop: a few milliseconds of work. */
const linesPerTurn = 500;
/** Idempotency records of files do not expire, because the same file may come again years later. */
const neverMs = Date.UTC(2100, 0, 1);

export interface ImporterDeps {
  readonly website: Website;
  readonly processEvent: ProcessEvent;
  readonly salts: Salts;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly now: () => number;
}

/**
 * Imports access logs into a website. Each of their lines counts once, however often the import
 * runs.
 */
export class Importer {
  readonly counts: ImportCounts = {
    linesRead: 0,
    imported: 0,
    alreadyImported: 0,
    unreadable: 0,
    dropped: {},
  };
  readonly #deps: ImporterDeps;
  /** Ends of the pieces of earlier imports: `before` → number of lines → digests at their ends. */
  readonly #earlierEnds = new Map<string, Map<number, Set<string>>>();
  readonly #outcomes = new Map<string, PieceOutcome>();

  private constructor(deps: ImporterDeps) {
    this.#deps = deps;
  }

  static async open(deps: ImporterDeps): Promise<Importer> {
    const importer = new Importer(deps);
    for (const { key, outcome } of await deps.idempotencyRecords.list(deps.website.id, keyPrefix)) {
      importer.#remember(key, JSON.parse(outcome) as PieceOutcome);
    }
    return importer;
  }

  /**
   * Imports a file. After each piece that is durable, calls `onProgress` with the bytes of the file
   * read so far. Rejects with `AccessLogUnreadable`, or with `Problem` if the store fails.
   */
  async importFile(path: string, onProgress: (bytesRead: number) => void): Promise<void> {
    const earlierEnds: EarlierEnds = (before) => this.#earlierEnds.get(before);
    // One piece is inserted while the loop reads the next one.
    let inserting = Promise.resolve();
    try {
      for await (const piece of cutPieces(readLineBlocks(path), earlierEnds)) {
        const finish = await this.#readPiece(piece);
        await inserting;
        inserting = finish().then(() => onProgress(piece.bytesRead));
        // The promise is awaited above or below. A failure before that must not count as unhandled.
        inserting.catch(() => {});
      }
    } finally {
      await inserting;
    }
  }

  /**
   * Turns the piece into rows. Resolves with the function that makes them durable and counts them.
   */
  async #readPiece(piece: Piece): Promise<() => Promise<void>> {
    const { website, idempotencyRecords } = this.#deps;
    const key = `${keyPrefix}${piece.before}:${piece.end}`;
    const earlier = this.#outcomes.get(key);
    if (
      earlier !== undefined &&
      (await idempotencyRecords.isComplete(website.id, key, earlier.batches))
    ) {
      return async () => {
        this.counts.linesRead += piece.lines.length;
        this.counts.alreadyImported += piece.lines.length;
      };
    }
    const { processed, unreadable, dropped } = await this.#processLines(piece.lines);
    const outcome: PieceOutcome = {
      lines: piece.lines.length,
      end: piece.end,
      batches: batchKeys(processed.parts),
      imported: processed.accepted,
      unreadable,
      dropped,
    };
    const { parts } = processed;
    return async () => {
      await idempotencyRecords.once({
        websiteId: website.id,
        key,
        expiresAtMs: neverMs,
        outcome,
        parts,
      });
      this.#remember(key, outcome);
      this.#count(outcome);
    };
  }

  #count({ lines, imported, unreadable, dropped }: PieceOutcome): void {
    this.counts.linesRead += lines;
    this.counts.imported += imported;
    this.counts.unreadable += unreadable;
    for (const [reason, count] of Object.entries(dropped)) add(this.counts.dropped, reason, count);
  }

  async #processLines(lines: readonly string[]) {
    const { website, processEvent, salts, now } = this.#deps;
    const nowMs = now();
    const batch = new EventBatch(processEvent, salts);
    const dropped: Record<string, number> = {};
    let unreadable = 0;
    for (const [i, line] of lines.entries()) {
      // The previous piece is on its way to the store, in several requests. They need the event
      // loop.
      if (i % linesPerTurn === 0) await turn();
      const pageView = toPageView(line, website, nowMs);
      if (pageView === undefined) unreadable += 1;
      else if (typeof pageView === "string") add(dropped, pageView, 1);
      else {
        const salted = batch.add(pageView);
        if (salted !== undefined) await salted;
      }
    }
    const processed = batch.finish();
    for (const [reason, count] of Object.entries(processed.dropped)) add(dropped, reason, count);
    return { processed, unreadable, dropped };
  }

  #remember(key: string, outcome: PieceOutcome): void {
    const before = key.slice(keyPrefix.length, key.lastIndexOf(":"));
    const ends = this.#earlierEnds.get(before) ?? new Map<number, Set<string>>();
    const digests = ends.get(outcome.lines) ?? new Set<string>();
    this.#earlierEnds.set(before, ends.set(outcome.lines, digests.add(outcome.end)));
    this.#outcomes.set(key, outcome);
  }
}

function add(counts: Record<string, number>, reason: string, lines: number): void {
  counts[reason] = (counts[reason] ?? 0) + lines;
}
