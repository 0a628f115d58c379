import { monthOf } from "../base/calendar.ts";
import { writeRow } from "../events/row.ts";
import { MonthRows } from "../log/month-rows.ts";
import type { RecordPart } from "../log/record.ts";
import type { DropReason } from "../model/drop-reason.ts";
import { DropCounter } from "./drop-counter.ts";
import { dayOf, type IncomingEvent } from "./incoming-event.ts";
import type { ProcessEvent } from "./pipeline.ts";
import type { Salts } from "./salts.ts";

export interface ProcessedEvents {
  readonly accepted: number;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
  /** The rows of `events`, and the rows of `drops` that count the dropped events. */
  readonly parts: readonly RecordPart[];
}

/** Processes many events one after the other, and collects their rows by month. */
export class EventBatch {
  readonly #processEvent: ProcessEvent;
  readonly #salts: Salts;
  readonly #onDrop: ((incoming: IncomingEvent, reason: DropReason) => void) | undefined;
  readonly #rows = new MonthRows("events");
  readonly #drops = new DropCounter();
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
      dropped: this.#drops.totals(),
      parts: [...this.#rows.parts(), ...this.#drops.parts()],
    };
  }

  #process(incoming: IncomingEvent, day: number): void {
    const { row, dropReason } = this.#processEvent(incoming, day);
    if (row === undefined) {
      this.#drops.add(incoming.website.id, day, dropReason);
      this.#onDrop?.(incoming, dropReason);
      return;
    }
    this.#rows.add(monthOf(day), (writer) => writeRow(writer, row));
    this.#accepted += 1;
  }
}
