import { TimeSlices } from "../base/async/time-slices.ts";
import { monthOf } from "../base/calendar.ts";
import { writeRow } from "../events/row.ts";
import type { EventLog } from "../log/event-log.ts";
import { type DropReason, dropReasons } from "../model/drop-reason.ts";
import { botName } from "./agent/bot-name.ts";
import { engagementName } from "./event.ts";
import { EventBatch, type ProcessedEvents } from "./event-batch.ts";
import { dayOf, type IncomingEvent } from "./incoming-event.ts";
import type { ProcessEvent } from "./pipeline.ts";
import type { Salts } from "./salts.ts";
import { Tally } from "./tally.ts";
import type { UncountedNames } from "./uncounted-names.ts";

/**
 * Counts of all answers since the start. A request that a client repeats with its key is answered
 * again, and counts here again.
 */
export interface CollectedCounts {
  accepted: number;
  readonly dropped: Record<DropReason, number>;
}

/** Limit of salts that are loaded at once, for events of many days. */
const saltLoadsMax = 16;

/** Processes events, and appends their rows to the event log. */
export class Collector {
  readonly counts: CollectedCounts = { accepted: 0, dropped: { bot: 0, ip: 0, hostname: 0 } };
  readonly #processEvent: ProcessEvent;
  readonly #salts: Salts;
  readonly #eventLog: EventLog;
  /** The drops and reads of `collect` since the last flush. */
  readonly #tally = new Tally();
  readonly #uncounted: Pick<UncountedNames, "add"> | undefined;

  constructor(deps: {
    processEvent: ProcessEvent;
    salts: Salts;
    eventLog: EventLog;
    /** Counts the drops of `collect` and `collectAll` by name, too. */
    uncounted?: Pick<UncountedNames, "add">;
  }) {
    this.#processEvent = deps.processEvent;
    this.#salts = deps.salts;
    this.#eventLog = deps.eventLog;
    this.#uncounted = deps.uncounted;
  }

  /** Resolves when the event is durable, or with the reason why it is dropped. */
  async collect(incoming: IncomingEvent): Promise<DropReason | undefined> {
    const day = dayOf(incoming);
    if (this.#salts.cached(day) === undefined) await this.#salts.load(day);
    const { row, dropReason, read } = this.#processEvent(incoming, day);
    if (read !== undefined) this.#tally.addRead(read);
    if (row === undefined) {
      this.#tally.addDrop(incoming.website.id, day, dropReason);
      this.counts.dropped[dropReason] += 1;
      this.#noteSender(incoming, dropReason);
      return dropReason;
    }
    await this.#eventLog.append(monthOf(day), (writer) => writeRow(writer, row));
    this.counts.accepted += 1;
    return undefined;
  }

  /** Takes many events as `collect` takes one. Resolves when all are durable, or stores none. */
  async collectAll(events: readonly IncomingEvent[]): Promise<void> {
    const processed = await this.process(events, (incoming, reason) =>
      this.#noteSender(incoming, reason),
    );
    await this.append(processed);
    this.count(processed);
  }

  /** Processes many events without appending them. Calls `onDrop` for those that are dropped. */
  async process(
    events: readonly IncomingEvent[],
    onDrop?: (incoming: IncomingEvent, reason: DropReason) => void,
  ): Promise<ProcessedEvents> {
    await this.#loadSalts(events);
    const batch = new EventBatch(this.#processEvent, this.#salts, onDrop);
    const slices = new TimeSlices();
    for (const incoming of events) {
      await slices.pause();
      await batch.add(incoming);
    }
    return batch.finish();
  }

  /** Appends the rows that `process` returned. Resolves when they are durable. */
  append({ parts }: Pick<ProcessedEvents, "parts">): Promise<void> {
    return this.#eventLog.appendParts(parts);
  }

  /** Moves the counts of drops and reads to the event log, as `Tally.flush` promises. */
  flushTally(): Promise<void> {
    return this.#tally.flush(this.#eventLog);
  }

  /** Adds the answer for many events to the counts. */
  count({ accepted, dropped }: Pick<ProcessedEvents, "accepted" | "dropped">): void {
    this.counts.accepted += accepted;
    for (const reason of dropReasons) this.counts.dropped[reason] += dropped[reason] ?? 0;
  }

  #noteSender(incoming: IncomingEvent, reason: DropReason): void {
    // A page that is left sends one more, and would count twice.
    if (incoming.event.name === engagementName) return;
    const name = nameOfSender(incoming, reason);
    this.#uncounted?.add(incoming.website.id, reason, name, incoming.timeMs);
  }

  async #loadSalts(events: readonly IncomingEvent[]): Promise<void> {
    const days = new Set(events.map(dayOf));
    const missing = [...days].filter((day) => this.#salts.cached(day) === undefined);
    for (let i = 0; i < missing.length; i += saltLoadsMax) {
      const some = missing.slice(i, i + saltLoadsMax);
      await Promise.all(some.map((day) => this.#salts.load(day)));
    }
  }
}

/** Returns what the sender of a dropped event is called. An address is no name. */
function nameOfSender({ event, userAgent }: IncomingEvent, reason: DropReason): string {
  if (reason === "hostname") return event.url.hostname.replace(/\.$/, "");
  return reason === "bot" ? botName(userAgent ?? "") : "";
}
