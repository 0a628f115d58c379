import { monthOf } from "../calendar.ts";
import { writeRow } from "../events/row.ts";
import type { EventLog } from "../log/event-log.ts";
import { type DropReason, dropReasons } from "../model/drop-reason.ts";
import { TimeSlices } from "../time-slices.ts";
import { dayOf, type IncomingEvent } from "./draft.ts";
import { DropCounter } from "./drop-counter.ts";
import { EventBatch, type ProcessedEvents } from "./event-batch.ts";
import type { ProcessEvent } from "./pipeline.ts";
import type { Salts } from "./salts.ts";

/**
 * Counts of all answers since the start. A request that is repeated under its key is answered, and
 * counted here, again.
 */
export interface CollectedCounts {
  accepted: number;
  readonly dropped: Record<DropReason, number>;
}

/** Salts of an import's days are asked for together, up to so many. */
const loadedAtOnceMax = 16;

/** Processes events, and appends their rows to the event log. */
export class Collector {
  readonly counts: CollectedCounts = { accepted: 0, dropped: { bot: 0, ip: 0, hostname: 0 } };
  readonly #processEvent: ProcessEvent;
  readonly #salts: Salts;
  readonly #eventLog: EventLog;
  /** What `collect` dropped since the last flush. */
  readonly #drops = new DropCounter();

  constructor(deps: { processEvent: ProcessEvent; salts: Salts; eventLog: EventLog }) {
    this.#processEvent = deps.processEvent;
    this.#salts = deps.salts;
    this.#eventLog = deps.eventLog;
  }

  /** Resolves when the event is durable, or with the reason why it is not counted. */
  async collect(incoming: IncomingEvent): Promise<DropReason | undefined> {
    const day = dayOf(incoming);
    if (this.#salts.known(day) === undefined) await this.#salts.load(day);
    const result = this.#processEvent(incoming, day);
    if (typeof result === "string") {
      this.#drops.add(incoming.website.id, day, result);
      this.counts.dropped[result] += 1;
      return result;
    }
    await this.#eventLog.append(monthOf(day), (writer) => writeRow(writer, result));
    this.counts.accepted += 1;
    return undefined;
  }

  /** Processes many events without appending them. */
  async process(events: readonly IncomingEvent[]): Promise<ProcessedEvents> {
    await this.#loadSalts(events);
    const batch = new EventBatch(this.#processEvent, this.#salts);
    const slices = new TimeSlices();
    for (const incoming of events) {
      await slices.pause();
      await batch.add(incoming);
    }
    return batch.finish();
  }

  /** Resolves when all that `process` returned is durable. */
  append({ parts }: Pick<ProcessedEvents, "parts">): Promise<void> {
    return this.#eventLog.appendParts(parts);
  }

  /** Moves the counts of what `collect` dropped to the log; `DropCounter.flush` says what it promises. */
  flushDrops(): Promise<void> {
    return this.#drops.flush(this.#eventLog);
  }

  /** Counts what many events were answered with. */
  count({ accepted, dropped }: Pick<ProcessedEvents, "accepted" | "dropped">): void {
    this.counts.accepted += accepted;
    for (const reason of dropReasons) this.counts.dropped[reason] += dropped[reason] ?? 0;
  }

  async #loadSalts(events: readonly IncomingEvent[]): Promise<void> {
    const days = new Set(events.map(dayOf));
    const missing = [...days].filter((day) => this.#salts.known(day) === undefined);
    for (let i = 0; i < missing.length; i += loadedAtOnceMax) {
      const some = missing.slice(i, i + loadedAtOnceMax);
      await Promise.all(some.map((day) => this.#salts.load(day)));
    }
  }
}
