import { localDay, monthOf } from "../calendar.ts";
import { writeRow } from "../events/row.ts";
import { MonthRows } from "../log/month-rows.ts";
import type { Part } from "../log/record.ts";
import type { DropReason } from "../model/drop-reason.ts";
import { type Incoming, type Step, startDraft } from "./draft.ts";
import { DropTally } from "./drop-tally.ts";
import type { Salts } from "./salts.ts";

export interface Walked {
  readonly accepted: number;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
  /** The rows of `events`, and those of `drops` that say what was dropped. */
  readonly parts: readonly Part[];
}

/** Takes many events through the pipeline, one after the other, and gathers their rows by month. */
export class Walk {
  readonly #pipeline: Step;
  readonly #salts: Salts;
  readonly #rows = new MonthRows("events");
  readonly #dropped: Partial<Record<DropReason, number>> = {};
  readonly #drops = new DropTally();
  #accepted = 0;

  constructor(pipeline: Step, salts: Salts) {
    this.#pipeline = pipeline;
    this.#salts = salts;
  }

  /** Done when it returns, save where the salt of the event's day must be loaded first: then it returns a promise. */
  add(incoming: Incoming): Promise<void> | undefined {
    const day = localDay(incoming.website.timezone, incoming.timeMs);
    if (this.#salts.known(day) === undefined) {
      return this.#salts.load(day).then(() => this.#take(incoming, day));
    }
    this.#take(incoming, day);
    return undefined;
  }

  finish(): Walked {
    const parts = [...this.#rows.parts(), ...this.#drops.parts()];
    return { accepted: this.#accepted, dropped: this.#dropped, parts };
  }

  #take(incoming: Incoming, day: number): void {
    const draft = startDraft(incoming);
    const reason = this.#pipeline(draft);
    if (reason !== undefined) {
      this.#dropped[reason] = (this.#dropped[reason] ?? 0) + 1;
      this.#drops.add(incoming.website.id, day, reason);
      return;
    }
    this.#rows.add(monthOf(draft.row.date), (writer) => writeRow(writer, draft.row));
    this.#accepted += 1;
  }
}
