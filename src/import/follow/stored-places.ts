import { setImmediate as turn } from "node:timers/promises";
import type { ProcessedEvents } from "../../collect/event-batch.ts";
import { batchKeys, type IdempotencyRecords } from "../../collect/idempotency.ts";
import type { ProcessEvent } from "../../collect/pipeline.ts";
import type { ReadOf } from "../../collect/read.ts";
import type { Salts } from "../../collect/salts.ts";
import { batchIdOf } from "../../events/batch-id.ts";
import type { Website } from "../../websites/website.ts";
import { countLines } from "../access-log/count-lines.ts";
import { formatNamed } from "../access-log/formats.ts";
import {
  keyPrefix,
  neverMs,
  type PieceOutcome,
  removedPrefix,
} from "../access-log/known-pieces.ts";
import { Lines } from "../access-log/lines.ts";
import {
  type FollowedPart,
  type FollowedPiece,
  type FollowedTable,
  isHeldByOther,
  type StoredFollowedPiece,
  settled,
} from "./followed-piece.ts";
import type { ImportState } from "./import-state.ts";
import type { KnownEnd, LogPart, LogPartResult, LogPlace, LogPlaces } from "./log-places.ts";

export interface StoredPlacesDeps {
  readonly website: Website;
  readonly processEvent: ProcessEvent;
  readonly readOf: ReadOf;
  readonly salts: Salts;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly followed: FollowedTable;
  readonly readImports: () => Promise<ImportState>;
  readonly now: () => number;
}

const noEnd = { slot: 0, bytes: 0, part: null, is_held: false } as const;

/**
 * Stores the lines of followed logs, each once.
 *
 * - **A part is fixed before it is inserted.** Its row names its batches. Whoever comes to a part
 *   that is `certain`, after a kill or a lost answer, sends the same lines, and inserts what is
 *   missing of the same batches.
 * - **One follower goes on.** A change of a piece is a new version, which one of several writers
 *   gets. So a follower that was suspended while another took its place finds out in time.
 * - **Imports and followers keep out of each other's way.** The follower writes that it intends to
 *   store a part, and then looks whether an import goes on. An import, whose record is there by
 *   then, takes back what is intended, and waits for what is certain (`settleFollowed`). So one
 *   of the two sees the other: a part is inserted only once its next row says `certain`.
 * - **A part is settled by the next one**, or a moment later. So a backup that freezes the tables
 *   of events first has the part's batches by name.
 */
export class StoredPlaces implements LogPlaces {
  readonly #deps: StoredPlacesDeps;

  constructor(deps: StoredPlacesDeps) {
    this.#deps = deps;
  }

  async find(follower: string, before: string): Promise<LogPlace> {
    const { website, followed } = this.#deps;
    const { imports, isImporting } = await this.#deps.readImports();
    const pieces = await followed.list(website.id, before);
    const own = pieces.flatMap(endsOf(follower));
    const imported = (await this.#imported(before)).filter(({ end }) =>
      own.every((piece) => piece.end !== end),
    );
    const unused = pieces.find(({ lines, part }) => lines === 0 && part?.state !== "certain");
    const next = Math.max(-1, ...pieces.map(({ slot }) => slot)) + 1;
    const isHeld = unused !== undefined && isHeldByOther(unused, follower);
    return {
      ends: [...own, ...imported],
      slot: unused?.slot ?? next,
      is_held: isHeld,
      imports,
      is_importing: isImporting,
    };
  }

  async take(part: LogPart): Promise<LogPartResult> {
    if (part.is_unfinished) return this.#finish(part);
    const found = await this.#piece(part);
    if (isHeldByOther(found, part.follower)) return { state: "held" };
    const { part: before } = found;
    const isAgain =
      before?.state === "certain" && before.end === part.end && found.end === part.from.end;
    if (isAgain) return this.#insertAgain(before, part);
    const piece = settled(found);
    if (piece.end !== part.from.end || piece.lines !== part.from.lines) return { state: "moved" };
    const holder = part.is_last ? "" : part.follower;
    const refusal = await this.#refusalOf(part);
    if (refusal !== undefined || part.lines === 0) {
      const isStored = (await this.#deps.followed.write({ ...piece, holder })) !== undefined;
      if (isStored && refusal === undefined) return { state: "stored", outcome: null };
      return refusal ?? { state: "moved" };
    }
    return this.#store({ ...piece, holder }, part);
  }

  async #store(piece: FollowedPiece, part: LogPart): Promise<LogPartResult> {
    const { followed, website } = this.#deps;
    const { parts, outcome } = await this.#process(part);
    const batch = batchIdOf(`${website.id} ${part.own_end} ${Math.random()} ${this.#deps.now()}`);
    const next = { bytes: part.text.length, end: part.end, batch, outcome };
    const intended = await followed.write({ ...piece, part: { state: "intended", ...next } });
    if (intended === undefined) return { state: "moved" };
    const refusal = await this.#refusalOf(part);
    if (refusal !== undefined) return refusal;
    const certain = await followed.write({ ...intended, part: { state: "certain", ...next } });
    if (certain === undefined) return { state: "moved" };
    await this.#deps.idempotencyRecords.insert({ batch, outcome }, parts, true);
    return { state: "stored", outcome };
  }

  /** Resolves with the reason why what the follower knows may be too old; undefined if it holds. */
  async #refusalOf({ imports }: LogPart): Promise<LogPartResult | undefined> {
    const state = await this.#deps.readImports();
    if (state.isImporting) return { state: "importing" };
    return state.imports === imports ? undefined : { state: "moved" };
  }

  async #insertAgain({ batch, outcome }: FollowedPart, part: LogPart): Promise<LogPartResult> {
    const { parts } = await this.#process(part);
    await this.#deps.idempotencyRecords.insert({ batch, outcome }, parts, false);
    return { state: "stored", outcome };
  }

  /** Stores the rest of a piece that an import began to store. */
  async #finish(part: LogPart): Promise<LogPartResult> {
    const { website, idempotencyRecords } = this.#deps;
    const refusal = await this.#refusalOf(part);
    if (refusal !== undefined) return refusal;
    const prefix = `${keyPrefix}${part.before}:${part.own_end}`;
    const [record] = await idempotencyRecords.list(website.id, prefix);
    if (record === undefined) return { state: "moved" };
    const { parts, outcome } = await this.#process(part);
    const { key } = record;
    const delivery = { websiteId: website.id, key, expiresAtMs: neverMs, outcome, parts };
    return { state: "stored", outcome: await idempotencyRecords.once(delivery) };
  }

  async #process({ text, lines, own_end: end, format, directives }: LogPart): Promise<{
    readonly parts: ProcessedEvents["parts"];
    readonly outcome: PieceOutcome;
  }> {
    const reader = formatNamed(format)?.createReader() ?? (() => undefined);
    for (const line of directives) reader(line);
    const options = { ...this.#deps, importId: 0, nowMs: this.#deps.now(), rest: () => turn() };
    const { parts, ...counts } = await countLines(Lines.ofBytes(text), reader, options);
    return { parts, outcome: { lines, end, batches: batchKeys(parts), ...counts } };
  }

  async #piece({ before, slot, follower }: LogPart): Promise<StoredFollowedPiece> {
    const { website, followed } = this.#deps;
    const pieces = await followed.list(website.id, before);
    return (
      pieces.find((piece) => piece.slot === slot) ?? {
        websiteId: website.id,
        before,
        slot,
        version: 0,
        holder: follower,
        lines: 0,
        bytes: 0,
        end: before,
        part: undefined,
        ageMs: 0,
      }
    );
  }

  /** Returns where pieces end that imports have stored, or have removed. */
  async #imported(before: string): Promise<KnownEnd[]> {
    const { website, idempotencyRecords } = this.#deps;
    const ends: KnownEnd[] = [];
    const removed = await idempotencyRecords.list(website.id, `${removedPrefix}${before}:`);
    for (const record of removed) {
      const { lines } = JSON.parse(record.outcome) as PieceOutcome;
      ends.push({ ...noEnd, lines, end: record.key.split(":")[2] ?? "", kind: "counted" });
    }
    const records = await idempotencyRecords.list(website.id, `${keyPrefix}${before}:`);
    for (const { key, outcome } of records) {
      const { lines, end, batches } = JSON.parse(outcome) as PieceOutcome;
      const isWhole = await idempotencyRecords.isComplete(website.id, key, batches);
      ends.push({ ...noEnd, lines, end, kind: isWhole ? "counted" : "unfinished" });
    }
    return ends;
  }
}

function endsOf(follower: string) {
  return (piece: StoredFollowedPiece): KnownEnd[] => {
    const { lines, bytes, end, slot, part } = piece;
    const common = { slot, is_held: isHeldByOther(piece, follower) };
    const rest =
      part?.state === "certain" ? { lines: part.outcome.lines, end: part.outcome.end } : null;
    if (lines > 0) return [{ ...common, lines, bytes, end, kind: "growing", part: rest }];
    return rest === null ? [] : [{ ...common, ...rest, bytes: 0, kind: "part", part: null }];
  };
}
