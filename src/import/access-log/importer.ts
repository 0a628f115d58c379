import { basename } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { batchKeys, type IdempotencyRecords } from "../../collect/idempotency.ts";
import type { ProcessEvent } from "../../collect/pipeline.ts";
import type { ReadOf } from "../../collect/read.ts";
import type { Salts } from "../../collect/salts.ts";
import type { ImportedFile } from "../../definitions/import.ts";
import { fileProblem } from "../../model/import-problems.ts";
import type { Website } from "../../websites/website.ts";
import { FileDigest } from "../files/file-digest.ts";
import { countLines } from "./count-lines.ts";
import { type ImportCounts, ImportTally } from "./import-counts.ts";
import { KnownPieces, neverMs, type PieceOutcome } from "./known-pieces.ts";
import { nameOf } from "./log-file.ts";
import type { LogFormat, LogReader } from "./log-format.ts";
import { listLogs } from "./log-paths.ts";
import { AccessLogRefused, checkLog, openLog } from "./open-log.ts";
import { cutPieces, type Piece } from "./pieces.ts";
import { ReferrerNotes } from "./referrer-notes.ts";

const numberSign = 35;

export interface ImporterDeps {
  readonly website: Website;
  readonly processEvent: ProcessEvent;
  readonly readOf: ReadOf;
  readonly salts: Salts;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly now: () => number;
  /** Marks the pieces that the import stores, so that `piecesOfImport` finds them. */
  readonly importId?: string;
  /** Whether the import only counts what it would do. */
  readonly isDryRun?: boolean;
}

export interface ImportOptions {
  /** The name of the logs' format. Without it, the first lines of each log tell. */
  readonly format?: string | undefined;
  /** Called after each piece that is durable, with the bytes of the file read so far. */
  readonly onProgress?: (path: string, bytesRead: number) => void;
  /**
   * Called between some hundred lines; the import goes on when it resolves. With it, each piece is
   * stored before the next one is read.
   */
  readonly rest?: () => Promise<void>;
  /** Called with each file that was read to its end. */
  readonly onFile?: (file: ImportedFile) => void;
  /** Stops the import between two pieces, or within one that is not stored yet. */
  readonly signal?: AbortSignal;
}

/**
 * Imports access logs into a website. Each of their lines counts once, however often the import
 * runs.
 */
export class Importer {
  readonly #deps: ImporterDeps;
  readonly #known: KnownPieces;
  readonly #tally: ImportTally;
  readonly #referrers = new ReferrerNotes();
  /** Keys of the pieces that a dry run counted as stored. */
  readonly #dryRunKeys = new Set<string>();

  private constructor(deps: ImporterDeps, known: KnownPieces) {
    const { importId } = deps;
    this.#deps = deps;
    this.#known = known;
    this.#tally = new ImportTally(
      importId,
      importId === undefined ? new Map() : known.ofImport(importId),
    );
  }

  static async open(deps: ImporterDeps): Promise<Importer> {
    return new Importer(deps, await KnownPieces.open(deps.idempotencyRecords, deps.website.id));
  }

  /** Lines of the import, also those that its earlier runs have stored. */
  get counts(): ImportCounts {
    return this.#tally.ofImport;
  }

  /** Lines of this run. */
  get runCounts(): ImportCounts {
    return this.#tally.ofRun;
  }

  /** Sentences about what the logs lack. An import without it still counts right. */
  get notes(): string[] {
    return this.#referrers.list();
  }

  /**
   * Imports files, and all files of directories. Checks every file before it stores anything.
   *
   * Rejects with `AccessLogUnreadable` or `AccessLogRefused`, with `Problem` if the store fails,
   * and with the reason of `signal`. A log is also refused at its end if more than half of its
   * lines are broken; comments do not count. Pieces that are durable by then stay, and the same
   * import continues after them.
   */
  async importFiles(paths: readonly string[], options: ImportOptions = {}): Promise<void> {
    const logs = await listLogs(paths);
    for (const path of logs) {
      options.signal?.throwIfAborted();
      await checkLog(path, options.format);
    }
    for (const path of logs) await this.#importFile(path, options);
  }

  async #importFile(path: string, options: ImportOptions): Promise<void> {
    const { format, onProgress, onFile, rest = turn, signal } = options;
    const digest = onFile && new FileDigest();
    const log = await openLog(path, format, { onBytes: (bytes) => digest?.add(bytes), signal });
    const reader = log.format?.createReader() ?? (() => undefined);
    const pieces = cutPieces(log.blocks, (before) => this.#known.endsAfter(before));
    // One piece is inserted while the loop reads the next one.
    let inserting = Promise.resolve();
    let lines = 0;
    let broken = 0;
    try {
      for await (const piece of pieces) {
        signal?.throwIfAborted();
        const finish = await this.#readPiece(piece, { format: log.format, reader, rest, signal });
        await inserting;
        inserting = finish().then((outcome) => {
          lines += outcome.lines - (outcome.comments ?? 0);
          // Those that another import has stored are duplicates.
          if (outcome.importId === this.#deps.importId) broken += outcome.unreadable;
          onProgress?.(path, piece.bytesRead);
        });
        // The promise is awaited above or below. A failure before that must not count as unhandled.
        inserting.catch(() => {});
        // An import that rests does one thing at a time, which leaves a processor to others.
        if (options.rest !== undefined) await inserting;
      }
    } finally {
      await inserting;
    }
    if (broken * 2 > lines) {
      const numbers = { broken: String(broken), lines: String(lines) };
      throw new AccessLogRefused(path, fileProblem("lines_broken", numbers));
    }
    if (digest !== undefined) onFile?.(digest.end(basename(nameOf(path))));
  }

  /**
   * Turns the piece into rows. Resolves with the function that makes them durable and counts them,
   * and then resolves with what became of the piece's lines.
   */
  async #readPiece(piece: Piece, reading: Reading): Promise<() => Promise<PieceOutcome>> {
    const { website, idempotencyRecords, importId, isDryRun = false } = this.#deps;
    const key = this.#known.keyOf(piece);
    const known = this.#known.outcomeOf(key);
    if (known !== undefined && (await this.#isStored(key, known))) {
      followDirectives(piece, reading.reader);
      return async () => {
        this.#tally.addKnown(key, known);
        return known;
      };
    }
    const { parts, ...counts } = await this.#processLines(piece, reading);
    const { end, length } = piece;
    const outcome: PieceOutcome = {
      lines: length,
      end,
      batches: batchKeys(parts),
      ...counts,
      importId,
    };
    return async () => {
      if (isDryRun) this.#dryRunKeys.add(key);
      const delivery = { websiteId: website.id, key, expiresAtMs: neverMs, outcome, parts };
      const stored = isDryRun ? outcome : await idempotencyRecords.once(delivery);
      this.#known.add(key, stored);
      this.#tally.addStored(key, stored);
      return stored;
    };
  }

  async #isStored(key: string, { batches }: PieceOutcome): Promise<boolean> {
    const { website, idempotencyRecords } = this.#deps;
    if (this.#dryRunKeys.has(key)) return true;
    return idempotencyRecords.isComplete(website.id, key, batches);
  }

  #processLines(piece: Piece, { format, reader, rest, signal }: Reading) {
    const { importId = "0", now } = this.#deps;
    return countLines(textsOf(piece), reader, {
      ...this.#deps,
      importId: Number(importId),
      nowMs: now(),
      onLine: (line) => this.#referrers.see(format, line),
      rest: async () => {
        await rest();
        signal?.throwIfAborted();
      },
    });
  }
}

/** How the lines of one file are read. */
interface Reading {
  readonly format: LogFormat | undefined;
  readonly reader: LogReader;
  readonly rest: () => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Hands the reader the directives of lines that count already. Later lines depend on them where a
 * log says in the middle which fields follow.
 */
function followDirectives(piece: Piece, reader: LogReader): void {
  for (const line of textsOf(piece)) if (line.charCodeAt(0) === numberSign) reader(line);
}

function* textsOf({ runs }: Piece): Generator<string> {
  for (const lines of runs) yield* lines;
}
