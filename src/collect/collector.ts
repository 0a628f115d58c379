import { localDay, monthOf } from "../calendar.ts";
import { writeRow } from "../events/row.ts";
import type { EventLog } from "../log/event-log.ts";
import { type DropReason, dropReasons } from "../model/drop-reason.ts";
import { TimeSlices } from "../time-slices.ts";
import { type Incoming, type Step, startDraft } from "./draft.ts";
import { DropCounts } from "./drop-counts.ts";
import { Walk, type Walked } from "./event-batch.ts";
import type { Salts } from "./salts.ts";

/** Of all answers since the start; a request that is repeated under its key is answered again. */
export interface CollectedCounts {
  accepted: number;
  readonly dropped: Record<DropReason, number>;
}

/** Salts of an import's days are asked for together, up to so many. */
const loadedAtOnceMax = 16;

/** Takes events through the pipeline and into the event log. */
export class Collector {
  /** What `collect` dropped. */
  readonly drops: DropCounts;
  readonly counts: CollectedCounts = { accepted: 0, dropped: { bot: 0, ip: 0, hostname: 0 } };
  readonly #pipeline: Step;
  readonly #salts: Salts;
  readonly #log: EventLog;

  constructor(deps: { pipeline: Step; salts: Salts; log: EventLog }) {
    this.#pipeline = deps.pipeline;
    this.#salts = deps.salts;
    this.#log = deps.log;
    this.drops = new DropCounts(deps.log);
  }

  /** Resolves when the event is durable, or with the reason why it is not counted. */
  async collect(incoming: Incoming): Promise<DropReason | undefined> {
    const day = dayOf(incoming);
    if (this.#salts.known(day) === undefined) await this.#salts.load(day);
    const draft = startDraft(incoming);
    const reason = this.#pipeline(draft);
    if (reason !== undefined) {
      this.drops.add(incoming.website.id, day, reason);
      this.counts.dropped[reason] += 1;
      return reason;
    }
    const { row } = draft;
    await this.#log.append(monthOf(row.date), (writer) => writeRow(writer, row));
    this.counts.accepted += 1;
    return undefined;
  }

  /** Takes events through the pipeline without handing them on. */
  async walk(events: readonly Incoming[]): Promise<Walked> {
    await this.#loadSalts(events);
    const walk = new Walk(this.#pipeline, this.#salts);
    const slices = new TimeSlices();
    for (const incoming of events) {
      await slices.pause();
      await walk.add(incoming);
    }
    return walk.finish();
  }

  /** Resolves when what `walk` returned is durable, all of it. */
  keep({ parts }: Pick<Walked, "parts">): Promise<void> {
    return this.#log.appendParts(parts);
  }

  /** Counts what many events were answered with. */
  count({ accepted, dropped }: Pick<Walked, "accepted" | "dropped">): void {
    this.counts.accepted += accepted;
    for (const reason of dropReasons) this.counts.dropped[reason] += dropped[reason] ?? 0;
  }

  async #loadSalts(events: readonly Incoming[]): Promise<void> {
    const days = new Set(events.map(dayOf));
    const missing = [...days].filter((day) => this.#salts.known(day) === undefined);
    for (let i = 0; i < missing.length; i += loadedAtOnceMax) {
      const some = missing.slice(i, i + loadedAtOnceMax);
      await Promise.all(some.map((day) => this.#salts.load(day)));
    }
  }
}

function dayOf({ website, timeMs }: Incoming): number {
  return localDay(website.timezone, timeMs);
}
