import { monthOf } from "../base/calendar.ts";
import { writeRow } from "../events/row.ts";
import { MonthRows } from "../log/month-rows.ts";
import type { RecordPart } from "../log/record.ts";
import type { DropReason } from "../model/drop-reason.ts";
import { dayOf, type IncomingEvent } from "./incoming-event.ts";
import type { ProcessEvent } from "./pipeline.ts";
import type { Salts } from "./salts.ts";
import { Tally } from "./tally.ts";

export interface ProcessedEvents {
  readonly accepted: number;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
  /** The rows of `events`, and those that count the dropped events and the reads. */
  readonly parts: readonly RecordPart[];
}

/** Processes many events one after the other, and collects their rows by month. */
export class EventBatch {
  readonly #processEvent: ProcessEvent;
  readonly #salts: Salts;
  readonly #onDrop: ((incoming: IncomingEvent, reason: DropReason) => void) | undefined;
  readonly #rows = new MonthRows("events");
  /** Counts beside the events; others may add to it before `finish`. */
  readonly tally = new Tally();
  #accepted = 0;

  constructor(
    processEvent: ProcessEvent,
    salts: Salts,
    onDrop?: (incoming: IncomingEvent, reason: DropReason) => void,
  ) {
    this.#processEvent = processEvent;
    this.#salts = salts;
    this.#onDrop = onDrop;
  }

  /**
   * Processes an event. Returns a promise only if the salt of the event's day must be loaded first.
   */
  add(incoming: IncomingEvent): Promise<void> | undefined {
    const day = dayOf(incoming);
    if (this.#salts.cached(day) === undefined) {
      return this.#salts.load(day).then(() => this.#process(incoming, day));
    }
    this.#process(incoming, day);
    return undefined;
  }

  finish(): ProcessedEvents {
    return {
      accepted: this.#accepted,
      dropped: this.tally.drops(),
      parts: [...this.#rows.parts(), ...this.tally.parts()],
    };
  }

  #process(incoming: IncomingEvent, day: number): void {
    const { row, dropReason, read } = this.#processEvent(incoming, day);
    if (read !== undefined) this.tally.addRead(read);
    if (row === undefined) {
      this.tally.addDrop(incoming.website.id, day, dropReason);
      this.#onDrop?.(incoming, dropReason);
      return;
    }
    this.#rows.add(monthOf(day), (writer) => writeRow(writer, row));
    this.#accepted += 1;
  }
}
